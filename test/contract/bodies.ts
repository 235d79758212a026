/** The smallest bodies that create a record, written by hand from the interface. */
import type { JsonObject } from '../../src/values/json.ts';

export const event = (more: JsonObject = {}): JsonObject => ({
  title: 'Opening night',
  start_time: '2027-06-18T20:30:00+02:00',
  end_time: '2027-06-18T23:00:00+02:00',
  ...more,
});

export const place = (more: JsonObject = {}): JsonObject => ({ name: 'Main stage', ...more });

export const article = (more: JsonObject = {}): JsonObject => ({ title: 'Getting there', ...more });

export const webhook = (more: JsonObject = {}): JsonObject => ({
  url: 'https://hooks.example.org/gitcast',
  events: ['event.created'],
  ...more,
});

export const page = (more: JsonObject = {}): JsonObject => ({ title: 'Practical information', ...more });

export const session = (more: JsonObject = {}): JsonObject => ({
  title: 'Reading the river',
  time: { start: '2027-06-19T10:00:00+02:00', end: '2027-06-19T11:00:00+02:00' },
  ...more,
});

export const workflow = (more: JsonObject = {}): JsonObject => ({
  name: 'Remind the crew',
  entryNodeId: 'ask',
  nodes: [{ id: 'ask', type: 'http' }],
  ...more,
});

/** A valid id that no record has. */
export const NOBODY = '64b7c0ffee64b7c0ffee0001';
