import { spawnSync } from 'node:child_process';
import { uptime } from 'node:os';
import { describe, expect, it } from 'vitest';
import { fateOf, isAlive, thisProcess, type ProcessIdentity } from '../../src/machine/processes.ts';

/** As on Linux, wherever this runs. */
const here: ProcessIdentity = { boot: 'today', space: 'pid:[7]', ...thisProcess() };
const now = Date.now();
const ended = spawnSync(process.execPath, ['--version']).pid;
const fate = (other: ProcessIdentity, lastSeen = now) => fateOf(other, { here, lastSeen, now });
describe('isAlive', () => {
  it('tells processes that run from those that have ended', () => {
    expect([process.pid, process.ppid].map(isAlive)).toEqual([true, true]);
    expect(isAlive(ended)).toBe(false);
  });

  it('takes what can be no process for one that has ended', () => {
    expect([NaN, 2 ** 40].map(isAlive)).toEqual([false, false]);
  });
});

describe('fateOf', () => {
  it('knows a process of this machine by its id and its start', () => {
    expect(fate(here)).toBe('alive');
    expect(fate({ ...here, pid: ended })).toBe('ended');
    expect(fate({ ...here, started: '1' })).toBe('ended');
  });

  it('says nothing of a process of another machine, whatever runs here with its id', () => {
    expect(fate({ ...here, host: 'elsewhere', boot: 'another' })).toBe('unknown');
    expect(fate({ host: 'elsewhere', pid: ended })).toBe('unknown');
  });

  it('knows this machine by its boot after it was given another name', () => {
    expect(fate({ ...here, host: 'renamed' })).toBe('alive');
  });

  it('takes a mark of this host from before its boot for one from before a restart', () => {
    const booted = now - uptime() * 1000;
    expect(fate({ ...here, boot: 'yesterday' }, booted - 5000)).toBe('restarted');
    expect(fate({ ...here, boot: 'yesterday' }, now)).toBe('unknown');
  });

  it('says nothing of a process in another container, unless it is this one before a restart', () => {
    const space = 'pid:[1]';
    expect(fate({ ...here, space, pid: process.pid + 1 })).toBe('unknown');
    expect(fate({ ...here, space, host: 'another' })).toBe('unknown');
    expect(fate({ ...here, space, started: '1' })).toBe('restarted');
  });

  it('knows a process without a start time by its id, unless that is our own', () => {
    const { started: _, ...mark } = here;
    expect(fate({ ...mark, pid: process.ppid })).toBe('alive');
    expect(fate({ ...mark, pid: ended })).toBe('ended');
    expect(fate(mark)).toBe('ended');
  });
});
