// Generated from the commands by npm run generate.
export const COMMANDS = {
  "init": {
    "name": "init",
    "summary": "Create a broadcast repository with example content",
    "usage": "gitcast init [DIR] [--from SOURCE] [--into K] [--map FILE] [--profile PROFILE] [--empty] [--name NAME] [--timezone ZONE] [--ci HOST] [--publish WHERE] [--hooks] [--package VERSION|FILE] [--promote TARGET|none] [--force]",
    "arguments": [
      {
        "name": "DIR",
        "about": "The folder to create it in (default: the current folder)"
      }
    ],
    "options": {
      "from": {
        "value": "SOURCE",
        "about": "Begin with another program's export (a file, a folder or a URL), or with a broadcast: `https://HOST/v1/users/ID/broadcasts/ID`"
      },
      "into": {
        "value": "K",
        "about": "--from: the kind of its entries, where the source leaves a choice",
        "completes": "kind"
      },
      "map": {
        "value": "FILE",
        "about": "--from: the mapping of columns or values to fields"
      },
      "profile": {
        "value": "PROFILE",
        "about": "--from: the operations that the service offers (default: documented)",
        "completes": [
          "documented",
          "extended"
        ]
      },
      "empty": {
        "about": "Begin without example content"
      },
      "name": {
        "value": "NAME",
        "about": "--from, --empty: the name of the event (default: from the source, or from the folder)"
      },
      "timezone": {
        "value": "ZONE",
        "about": "--from, --empty: its time zone, such as Europe/Paris (default: from the source)"
      },
      "ci": {
        "value": "HOST",
        "about": "The CI host: github, gitlab, script, none; github for a new repository",
        "completes": [
          "github",
          "gitlab",
          "script",
          "none"
        ]
      },
      "publish": {
        "value": "WHERE",
        "about": "Where CI publishes the website: pages, gitcast, none; gitcast if the configuration has `publish`, else pages",
        "completes": [
          "pages",
          "gitcast",
          "none"
        ]
      },
      "hooks": {
        "about": "Install a pre-commit hook that checks what is staged"
      },
      "package": {
        "value": "VERSION|FILE",
        "about": "The gitcast that CI installs: a version, or a tarball from npm pack (default: the running version)"
      },
      "promote": {
        "value": "TARGET|none",
        "about": "The target that CI promotes merges to (default: the second of two, unless merges go to production)"
      },
      "force": {
        "about": "Overwrite existing files, except git hooks; edited files of CI are kept as FILE.orig"
      }
    },
    "examples": [
      {
        "line": "gitcast init my-festival",
        "about": "Creates a repository in the folder my-festival"
      },
      {
        "line": "gitcast init my-festival --from schedule.json",
        "about": "Begins with an export of another program"
      },
      {
        "line": "gitcast init my-festival --empty",
        "about": "Begins without example content"
      },
      {
        "line": "gitcast init --ci gitlab --hooks",
        "about": "Creates one here, or adds CI and the hook to an existing one"
      },
      {
        "line": "gitcast init --ci github",
        "about": "Writes the CI files again, and keeps an edited one as FILE.orig"
      },
      {
        "line": "gitcast init --ci github --publish none",
        "about": "For a website that its host builds itself"
      },
      {
        "line": "gitcast init --ci github --package gitcast-0.2.0.tgz",
        "about": "Makes CI install gitcast from a tarball"
      }
    ]
  },
  "import": {
    "name": "import",
    "summary": "Import a programme, a calendar, a table or Markdown files",
    "usage": "gitcast import SOURCE [--as NAME] [--into K] [--map FILE] [--timezone ZONE] [--media] [--theirs] [--ours] [--allow-deletes N] [--dry-run] [--force] [--branch NAME] [--base NAME]",
    "arguments": [
      {
        "name": "SOURCE",
        "about": "A file, a folder, - for standard input, an https URL, or a name in `imports`",
        "required": true
      }
    ],
    "options": {
      "as": {
        "value": "NAME",
        "about": "The name that the import is remembered by (default: from the name of the source)"
      },
      "into": {
        "value": "K",
        "about": "The kind of its entries, where the source leaves a choice, such as session or event",
        "completes": "kind"
      },
      "map": {
        "value": "FILE",
        "about": "The mapping of columns or values to fields"
      },
      "timezone": {
        "value": "ZONE",
        "about": "The time zone of times without an offset, such as Europe/Paris"
      },
      "media": {
        "about": "Copy pictures from other hosts to the media folder"
      },
      "theirs": {
        "about": "Where both sides changed, take the source's values and deletions"
      },
      "ours": {
        "about": "Where both sides changed, keep the files as they are, and stop asking"
      },
      "allow-deletes": {
        "value": "N",
        "about": "Delete up to this many files whose entries vanished from the source"
      },
      "dry-run": {
        "about": "Show what would be written, and write nothing"
      },
      "force": {
        "about": "Also overwrite uncommitted changes"
      },
      "branch": {
        "value": "NAME",
        "about": "Commit to this branch instead of writing files, for a pull request"
      },
      "base": {
        "value": "NAME",
        "about": "--branch: the branch that people merge into (default: the one checked out)"
      }
    },
    "examples": [
      {
        "line": "gitcast import schedule.json",
        "about": "Imports the export of pretalx or frab"
      },
      {
        "line": "gitcast import talks.csv --dry-run",
        "about": "Shows what a table would become"
      },
      {
        "line": "gitcast import festival.ics --as agenda",
        "about": "Imports a calendar, and remembers it as agenda"
      },
      {
        "line": "gitcast import agenda",
        "about": "Imports what changed in it since"
      },
      {
        "line": "gitcast import agenda --branch news",
        "about": "Imports into a branch, for a pull request"
      },
      {
        "line": "gitcast import ../blog/posts --media",
        "about": "Imports a folder of Markdown pages and their pictures"
      }
    ]
  },
  "new": {
    "name": "new",
    "summary": "Create a commented starter file for a kind of document",
    "usage": "gitcast new KIND [SLUG] [--force]",
    "arguments": [
      {
        "name": "KIND",
        "required": true,
        "completes": "kind",
        "about": "A kind of document, such as event, place or article (gitcast explain lists them)"
      },
      {
        "name": "SLUG",
        "about": "The file name without its extension; may contain folders"
      }
    ],
    "options": {
      "force": {
        "about": "Overwrite an existing file"
      }
    },
    "examples": [
      {
        "line": "gitcast new event opening-night",
        "about": "An event"
      },
      {
        "line": "gitcast new article news/getting-there",
        "about": "An article in a folder"
      }
    ]
  },
  "dev": {
    "name": "dev",
    "summary": "Preview the site, rebuild on every save, and sync it",
    "usage": "gitcast dev [--target NAME] [--concurrency N] [--trace FILE] [--no-sync] [--yes] [--port N] [--host [ADDRESS]] [--now INSTANT] [--drafts] [--gallery]",
    "arguments": [],
    "options": {
      "target": {
        "value": "NAME",
        "about": "The target to use (default: defaultTarget in the configuration)",
        "completes": "targets"
      },
      "concurrency": {
        "value": "N",
        "about": "How many requests may run at the same time (default: 8)"
      },
      "trace": {
        "value": "FILE",
        "about": "Log each request to this file as a line of JSON, without keys and bodies"
      },
      "no-sync": {
        "about": "Preview only, sync nothing"
      },
      "yes": {
        "about": "Do not ask for confirmation before syncing to a remote target",
        "short": "y"
      },
      "port": {
        "value": "N",
        "about": "The port on 127.0.0.1; 0 picks a free one (default: 4321 or the next free one)"
      },
      "host": {
        "value": "[ADDRESS]",
        "about": "Also answer on the network, to browsers that open the link it prints; alone, or 0.0.0.0: on all addresses"
      },
      "now": {
        "value": "INSTANT",
        "about": "Render the site as of this time, such as 2027-06-18T20:00:00+02:00"
      },
      "drafts": {
        "about": "Include drafts and scheduled articles"
      },
      "gallery": {
        "about": "Add /gallery/ with every block in every format"
      }
    },
    "examples": [
      {
        "line": "gitcast dev",
        "about": "Previews the site, and syncs every save to the embedded service"
      },
      {
        "line": "gitcast dev --no-sync --drafts",
        "about": "Previews only, with drafts"
      },
      {
        "line": "gitcast dev --host",
        "about": "Previews also on a phone in the same network"
      },
      {
        "line": "gitcast dev --now 2027-06-18T20:00:00+02:00",
        "about": "Previews the site as of that time"
      }
    ]
  },
  "validate": {
    "name": "validate",
    "summary": "Check every file, offline",
    "usage": "gitcast validate [PATH…] [--strict] [--staged] [--verbose] [--all] [--since REF]",
    "arguments": [
      {
        "name": "PATH",
        "many": true,
        "about": "Show only the problems of these files and folders"
      }
    ],
    "options": {
      "strict": {
        "about": "Treat warnings as errors"
      },
      "staged": {
        "about": "Check what is staged in git, and report only what is new; for a pre-commit hook"
      },
      "verbose": {
        "about": "List each document that is left out, and each place of a problem that occurs often",
        "short": "v"
      },
      "all": {
        "about": "Do this for every broadcast in gitcast.workspace.yaml, or with its own gitcast.config.yaml"
      },
      "since": {
        "value": "REF",
        "about": "With --all: only broadcasts that changed since this branch left REF"
      }
    },
    "examples": [
      {
        "line": "gitcast validate",
        "about": "Checks everything, for every target"
      },
      {
        "line": "gitcast validate --strict",
        "about": "Checks everything and fails on warnings too, for CI"
      },
      {
        "line": "gitcast validate content/events",
        "about": "Checks everything, and shows only problems in events"
      },
      {
        "line": "gitcast validate --all --since main",
        "about": "Checks the broadcasts that this branch changes"
      },
      {
        "line": "gitcast validate --staged",
        "about": "Checks what the next commit changes"
      }
    ]
  },
  "mv": {
    "name": "mv",
    "summary": "Rename a document, a folder or a media file everywhere",
    "usage": "gitcast mv OLD NEW [--no-redirect] [--dry-run]",
    "arguments": [
      {
        "name": "OLD",
        "required": true,
        "completes": "addresses",
        "about": "The address or the path of a document, a folder or a media file"
      },
      {
        "name": "NEW",
        "required": true,
        "completes": "addresses",
        "about": "Its new address, or a folder to move it into"
      }
    ],
    "options": {
      "no-redirect": {
        "about": "Keep no redirect from the former address"
      },
      "dry-run": {
        "about": "Show what would change, and write nothing"
      }
    },
    "examples": [
      {
        "line": "gitcast mv sessions/opening sessions/opening-night",
        "about": "Renames a session, with all that points to it"
      },
      {
        "line": "gitcast mv sessions/2026 sessions/archive/",
        "about": "Moves a folder into another one"
      },
      {
        "line": "gitcast mv media/bridge.jpg media/harbour/bridge.jpg",
        "about": "Moves a picture and its description"
      },
      {
        "line": "gitcast mv sessions/opening sessions/closing --dry-run",
        "about": "Shows what would follow"
      }
    ]
  },
  "rm": {
    "name": "rm",
    "summary": "Delete documents or media files, and show what points to them",
    "usage": "gitcast rm ADDRESS… [--yes] [--redirect-to ADDRESS|PATH] [--unlink] [--dry-run] [--force]",
    "arguments": [
      {
        "name": "ADDRESS",
        "required": true,
        "many": true,
        "completes": "addresses",
        "about": "Addresses or paths of documents, folders and media files; * matches anything"
      }
    ],
    "options": {
      "yes": {
        "about": "Do not ask for confirmation; required without a terminal",
        "short": "y"
      },
      "redirect-to": {
        "value": "ADDRESS|PATH",
        "about": "Lead its former address to this document, or to this path of the site",
        "completes": "addresses"
      },
      "unlink": {
        "about": "Also take optional pointers to it out of other files"
      },
      "dry-run": {
        "about": "Show what would be deleted and what points to it, and write nothing"
      },
      "force": {
        "about": "Also delete files with uncommitted changes"
      }
    },
    "examples": [
      {
        "line": "gitcast rm sessions/opening",
        "about": "Shows what points to a session, asks, and deletes it"
      },
      {
        "line": "gitcast rm hosts/ada --redirect-to hosts/bea",
        "about": "Leads its page to another one"
      },
      {
        "line": "gitcast rm 'articles/2019/*' --yes",
        "about": "Deletes several, without asking"
      },
      {
        "line": "gitcast rm hosts/ada --unlink --dry-run",
        "about": "Shows what it would delete and take out"
      }
    ]
  },
  "explain": {
    "name": "explain",
    "summary": "Show the kinds of documents, or the fields of one",
    "usage": "gitcast explain [NAME]",
    "arguments": [
      {
        "name": "NAME",
        "completes": [
          "broadcast",
          "event",
          "place",
          "article",
          "webhook",
          "page",
          "session",
          "host",
          "category",
          "map",
          "interestPoint",
          "media",
          "font",
          "workflow",
          "networkingForm",
          "campaign",
          "diffuser",
          "contact",
          "member",
          "client",
          "analyticsEvent",
          "revision",
          "workflowRun",
          "Coordinates",
          "Media",
          "MediaSeries",
          "Query",
          "Navigator",
          "Icon",
          "Tile",
          "Menu",
          "FontRef",
          "TextStyle",
          "Theme",
          "TitleBlock",
          "ParagraphBlock",
          "MediaBlock",
          "EmbedBlock",
          "ButtonBlock",
          "QuestionBlock",
          "DividerBlock",
          "SessionsBlock",
          "HostsBlock",
          "InterestPointsBlock",
          "ArticlesBlock",
          "CountdownBlock",
          "SectionBlock",
          "SocialsBlock",
          "MeteoBlock",
          "MapBlock",
          "Block",
          "WorkflowNode"
        ],
        "about": "The kind or shape to explain (default: a summary of all kinds)"
      }
    ],
    "options": {},
    "examples": [
      {
        "line": "gitcast explain",
        "about": "Lists the kinds, what a sync can do with each, and the shapes"
      },
      {
        "line": "gitcast explain event",
        "about": "Shows the fields of an event, its operations and gaps"
      },
      {
        "line": "gitcast explain Block",
        "about": "Lists the types of blocks; CountdownBlock shows the fields of one"
      }
    ]
  },
  "build": {
    "name": "build",
    "summary": "Render the site",
    "usage": "gitcast build [--target NAME] [--now INSTANT] [--drafts] [--gallery] [--out DIR] [--force] [--all] [--since REF] [--verbose]",
    "arguments": [],
    "options": {
      "target": {
        "value": "NAME",
        "about": "The target whose content is built (default: defaultTarget in the configuration)",
        "completes": "targets"
      },
      "now": {
        "value": "INSTANT",
        "about": "Render the site as of this time, such as 2027-06-18T20:00:00+02:00"
      },
      "drafts": {
        "about": "Include drafts and scheduled articles"
      },
      "gallery": {
        "about": "Add /gallery/ with every block in every format"
      },
      "out": {
        "value": "DIR",
        "about": "The output folder (default: `output` in the configuration); with --all a folder of sites"
      },
      "force": {
        "about": "Build even if `isWeb` is false or documents have errors; removes nothing"
      },
      "all": {
        "about": "Do this for every broadcast in gitcast.workspace.yaml, or with its own gitcast.config.yaml"
      },
      "since": {
        "value": "REF",
        "about": "With --all: only broadcasts that changed since this branch left REF"
      },
      "verbose": {
        "about": "List each document that is left out, and each place of a problem that occurs often",
        "short": "v"
      }
    },
    "examples": [
      {
        "line": "gitcast build",
        "about": "Builds the site into dist/"
      },
      {
        "line": "gitcast build --now 2027-06-18T20:00:00+02:00",
        "about": "Builds the site as of that time"
      },
      {
        "line": "gitcast build --target staging --out staging",
        "about": "Builds the staging target's content"
      },
      {
        "line": "gitcast build --drafts --out preview",
        "about": "Builds with drafts, into another folder"
      }
    ]
  },
  "preview": {
    "name": "preview",
    "summary": "Serve a built site locally",
    "usage": "gitcast preview [DIR] [--port N]",
    "arguments": [
      {
        "name": "DIR",
        "about": "The built site (default: `output` in the configuration)"
      }
    ],
    "options": {
      "port": {
        "value": "N",
        "about": "The port on 127.0.0.1; 0 picks a free one (default: 4173 or the next free one)"
      }
    },
    "examples": [
      {
        "line": "gitcast preview",
        "about": "Serves dist/ until Ctrl-C"
      },
      {
        "line": "gitcast preview --port 0 --json",
        "about": "Prints the address as one line of JSON"
      }
    ]
  },
  "compare": {
    "name": "compare",
    "summary": "Compare two built sites",
    "usage": "gitcast compare BASE NEW",
    "arguments": [
      {
        "name": "BASE",
        "about": "The folder of the site as it was",
        "required": true
      },
      {
        "name": "NEW",
        "about": "The folder of the site as it will be",
        "required": true
      }
    ],
    "options": {},
    "examples": [
      {
        "line": "gitcast compare base/ dist/",
        "about": "Lists pages that change, appear, move and vanish"
      }
    ]
  },
  "publish": {
    "name": "publish",
    "summary": "Publish the built site to a folder, a server or a branch",
    "usage": "gitcast publish [NAME] [--from DIR] [--dry-run] [--yes] [--allow-deletes N] [--allow-empty FOLDER,…] [--rollback] [--take-over] [--all] [--since REF]",
    "arguments": [
      {
        "name": "NAME",
        "about": "A name under `publish:` in the configuration (default: the only one)"
      }
    ],
    "options": {
      "from": {
        "value": "DIR",
        "about": "Publish this folder as it is, instead of what the last build wrote; with --all a folder of sites"
      },
      "dry-run": {
        "about": "Show the files that would move, and change nothing"
      },
      "yes": {
        "about": "Do not ask for confirmation; required without a terminal",
        "short": "y"
      },
      "allow-deletes": {
        "value": "N",
        "about": "Allow up to this many deletions, even above the guard's limit"
      },
      "allow-empty": {
        "value": "FOLDER,…",
        "about": "Allow that no page is left in these folders of the site; --allow-deletes does not"
      },
      "rollback": {
        "about": "Show the release before the current one again, from the host itself: nothing is built"
      },
      "take-over": {
        "about": "Publish even if the place shows another site, or its record is damaged"
      },
      "all": {
        "about": "Do this for every broadcast in gitcast.workspace.yaml, or with its own gitcast.config.yaml"
      },
      "since": {
        "value": "REF",
        "about": "With --all: only broadcasts that changed since this branch left REF"
      }
    },
    "examples": [
      {
        "line": "gitcast publish --dry-run",
        "about": "Shows which files would be uploaded and deleted"
      },
      {
        "line": "gitcast publish production --yes",
        "about": "Publishes without asking, for CI"
      },
      {
        "line": "gitcast publish --rollback",
        "about": "Returns to the release before"
      }
    ]
  },
  "theme": {
    "name": "theme",
    "summary": "List the theme's templates, or copy one to change it",
    "usage": "gitcast theme ACTION [TEMPLATE]",
    "arguments": [
      {
        "name": "ACTION",
        "required": true,
        "completes": [
          "eject"
        ],
        "about": "eject"
      },
      {
        "name": "TEMPLATE",
        "about": "The template to copy, such as pages/event (default: list all of them)"
      }
    ],
    "options": {},
    "examples": [
      {
        "line": "gitcast theme eject",
        "about": "Lists the templates, and which of them are your own"
      },
      {
        "line": "gitcast theme eject pages/event",
        "about": "Copies it to templates/pages/event.eta, which the site then uses"
      },
      {
        "line": "gitcast theme eject assets/css/slots.css",
        "about": "Copies a part of the style sheet"
      }
    ]
  },
  "plan": {
    "name": "plan",
    "summary": "Show what a sync would do",
    "usage": "gitcast plan [--target NAME] [--concurrency N] [--trace FILE] [--only ADDRESS,…] [--ours] [--overwrite-drift] [--allow-deletes N] [--allow-empty KIND,…] [--allow-rollback] [--offline] [--all] [--since REF] [--markdown] [--detailed-exitcode]",
    "arguments": [],
    "options": {
      "target": {
        "value": "NAME",
        "about": "The target to use (default: defaultTarget in the configuration)",
        "completes": "targets"
      },
      "concurrency": {
        "value": "N",
        "about": "How many requests may run at the same time (default: 8)"
      },
      "trace": {
        "value": "FILE",
        "about": "Log each request to this file as a line of JSON, without keys and bodies"
      },
      "only": {
        "value": "ADDRESS,…",
        "about": "Only these documents; * matches anything, so events/* is everything in events/",
        "completes": "addresses"
      },
      "ours": {
        "about": "Overwrite fields that were changed on both sides"
      },
      "overwrite-drift": {
        "about": "Overwrite fields that were changed only on the target"
      },
      "allow-deletes": {
        "value": "N",
        "about": "Allow up to this many deletions, even above the guard's limit"
      },
      "allow-empty": {
        "value": "KIND,…",
        "about": "Allow that all documents of these kinds are gone, such as events; --allow-deletes does not"
      },
      "allow-rollback": {
        "about": "Allow a checkout that is behind the last synced commit, and revert to it"
      },
      "offline": {
        "about": "Compare with the last sync instead of the target; needs no key"
      },
      "all": {
        "about": "Do this for every broadcast in gitcast.workspace.yaml, or with its own gitcast.config.yaml"
      },
      "since": {
        "value": "REF",
        "about": "With --all: only broadcasts that changed since this branch left REF"
      },
      "markdown": {
        "about": "Print the plan as Markdown, for a review comment of at most 60,000 characters"
      },
      "detailed-exitcode": {
        "about": "Exit with 2 when there are changes (an incomplete plan always exits with 4)"
      }
    },
    "examples": [
      {
        "line": "gitcast plan",
        "about": "Shows what a sync would do, and changes nothing"
      },
      {
        "line": "gitcast plan --only 'events/friday/*'",
        "about": "Plans only some documents"
      },
      {
        "line": "gitcast plan --offline",
        "about": "Shows what changed in the files since the last sync, without a key"
      },
      {
        "line": "gitcast plan --all --since main",
        "about": "Plans the broadcasts that this branch changes"
      }
    ]
  },
  "sync": {
    "name": "sync",
    "summary": "Apply the files to the target",
    "usage": "gitcast sync [--target NAME] [--concurrency N] [--trace FILE] [--only ADDRESS,…] [--ours] [--overwrite-drift] [--allow-deletes N] [--allow-empty KIND,…] [--allow-replace] [--allow-rollback] [--yes] [--create ADDRESS,…] [--no-wait] [--reviewed DIGEST,…] [--force] [--all] [--since REF]",
    "arguments": [],
    "options": {
      "target": {
        "value": "NAME",
        "about": "The target to use (default: defaultTarget in the configuration)",
        "completes": "targets"
      },
      "concurrency": {
        "value": "N",
        "about": "How many requests may run at the same time (default: 8)"
      },
      "trace": {
        "value": "FILE",
        "about": "Log each request to this file as a line of JSON, without keys and bodies"
      },
      "only": {
        "value": "ADDRESS,…",
        "about": "Only these documents; * matches anything, so events/* is everything in events/",
        "completes": "addresses"
      },
      "ours": {
        "about": "Overwrite fields that were changed on both sides"
      },
      "overwrite-drift": {
        "about": "Overwrite fields that were changed only on the target"
      },
      "allow-deletes": {
        "value": "N",
        "about": "Allow up to this many deletions, even above the guard's limit"
      },
      "allow-empty": {
        "value": "KIND,…",
        "about": "Allow that all documents of these kinds are gone, such as events; --allow-deletes does not"
      },
      "allow-replace": {
        "about": "Replace objects that cannot be updated: create a new one, then delete the old one"
      },
      "allow-rollback": {
        "about": "Allow a checkout that is behind the last synced commit, and revert to it"
      },
      "yes": {
        "about": "Do not ask for confirmation; required without a terminal",
        "short": "y"
      },
      "create": {
        "value": "ADDRESS,…",
        "about": "Create these even if the target may already have them",
        "completes": "addresses"
      },
      "no-wait": {
        "about": "Do not wait for objects that the target may show later; leave their changes open"
      },
      "reviewed": {
        "value": "DIGEST,…",
        "about": "Apply the plan with this digest, as gitcast plan shows it, or nothing"
      },
      "force": {
        "about": "Sync even if the service is still creating the broadcast"
      },
      "all": {
        "about": "Do this for every broadcast in gitcast.workspace.yaml, or with its own gitcast.config.yaml"
      },
      "since": {
        "value": "REF",
        "about": "With --all: only broadcasts that changed since this branch left REF"
      }
    },
    "examples": [
      {
        "line": "gitcast sync",
        "about": "Shows the plan, asks for confirmation, and applies it"
      },
      {
        "line": "gitcast sync --yes --target production",
        "about": "Applies without asking"
      },
      {
        "line": "gitcast sync --reviewed DIGEST",
        "about": "Applies the plan with this digest, or nothing"
      },
      {
        "line": "gitcast sync --all --since main",
        "about": "Applies the broadcasts that this branch changes"
      }
    ]
  },
  "pull": {
    "name": "pull",
    "summary": "Pull changes and new objects from the target into files",
    "usage": "gitcast pull [ADDRESS…] [--target NAME] [--concurrency N] [--trace FILE] [--theirs] [--all-fields] [--allow-deletes N] [--dry-run] [--force] [--branch NAME] [--base NAME]",
    "arguments": [
      {
        "name": "ADDRESS",
        "many": true,
        "completes": "addresses",
        "about": "Only these documents; * matches anything, so events/* is everything in events/"
      }
    ],
    "options": {
      "target": {
        "value": "NAME",
        "about": "The target to use (default: defaultTarget in the configuration)",
        "completes": "targets"
      },
      "concurrency": {
        "value": "N",
        "about": "How many requests may run at the same time (default: 8)"
      },
      "trace": {
        "value": "FILE",
        "about": "Log each request to this file as a line of JSON, without keys and bodies"
      },
      "theirs": {
        "about": "Where both sides changed, take the target's values and deletions"
      },
      "all-fields": {
        "about": "Also pull changes to fields that a file does not have"
      },
      "allow-deletes": {
        "value": "N",
        "about": "Allow up to this many deleted files, even above the guard's limit"
      },
      "dry-run": {
        "about": "Show what would be written, and write nothing"
      },
      "force": {
        "about": "Also overwrite uncommitted changes"
      },
      "branch": {
        "value": "NAME",
        "about": "Commit to this branch instead of writing files, for a pull request"
      },
      "base": {
        "value": "NAME",
        "about": "--branch: the branch that people merge into (default: the one checked out)"
      }
    },
    "examples": [
      {
        "line": "gitcast pull",
        "about": "Pulls changes and new objects from the target into files"
      },
      {
        "line": "gitcast pull --dry-run",
        "about": "Shows what would change, and writes nothing"
      },
      {
        "line": "gitcast pull --all-fields",
        "about": "Also pulls fields that a file does not have yet"
      },
      {
        "line": "gitcast pull --branch edits",
        "about": "Pulls into a branch, for a pull request"
      },
      {
        "line": "gitcast pull 'articles/*' --theirs",
        "about": "Takes the target's articles, overriding local changes"
      }
    ]
  },
  "status": {
    "name": "status",
    "summary": "Show what is managed, drifted or unmanaged on a target",
    "usage": "gitcast status [--target NAME] [--concurrency N] [--trace FILE] [--all] [--since REF]",
    "arguments": [],
    "options": {
      "target": {
        "value": "NAME",
        "about": "The target to use (default: defaultTarget in the configuration)",
        "completes": "targets"
      },
      "concurrency": {
        "value": "N",
        "about": "How many requests may run at the same time (default: 8)"
      },
      "trace": {
        "value": "FILE",
        "about": "Log each request to this file as a line of JSON, without keys and bodies"
      },
      "all": {
        "about": "Do this for every broadcast in gitcast.workspace.yaml, or with its own gitcast.config.yaml"
      },
      "since": {
        "value": "REF",
        "about": "With --all: only broadcasts that changed since this branch left REF"
      }
    },
    "examples": [
      {
        "line": "gitcast status",
        "about": "Shows managed documents, drift, and objects without a file"
      },
      {
        "line": "gitcast status --all",
        "about": "Shows the broadcasts of the workspace that differ from their targets"
      }
    ]
  },
  "promote": {
    "name": "promote",
    "summary": "Apply to one target what was synced to another",
    "usage": "gitcast promote FROM TO [--concurrency N] [--trace FILE] [--only ADDRESS,…] [--ours] [--overwrite-drift] [--allow-deletes N] [--allow-empty KIND,…] [--allow-replace] [--allow-rollback] [--dry-run] [--yes] [--reviewed DIGEST,…] [--force] [--markdown]",
    "arguments": [
      {
        "name": "FROM",
        "required": true,
        "completes": "targets",
        "about": "The target that was reviewed"
      },
      {
        "name": "TO",
        "required": true,
        "completes": "targets",
        "about": "The target to bring to the same state"
      }
    ],
    "options": {
      "concurrency": {
        "value": "N",
        "about": "How many requests may run at the same time (default: 8)"
      },
      "trace": {
        "value": "FILE",
        "about": "Log each request to TO to this file as a line of JSON, without keys and bodies"
      },
      "only": {
        "value": "ADDRESS,…",
        "about": "Only these documents; * matches anything, so events/* is everything in events/",
        "completes": "addresses"
      },
      "ours": {
        "about": "Overwrite fields that were changed on both sides"
      },
      "overwrite-drift": {
        "about": "Overwrite fields that were changed only on the target"
      },
      "allow-deletes": {
        "value": "N",
        "about": "Allow up to this many deletions, even above the guard's limit"
      },
      "allow-empty": {
        "value": "KIND,…",
        "about": "Allow that all documents of these kinds are gone, such as events; --allow-deletes does not"
      },
      "allow-replace": {
        "about": "Replace objects that cannot be updated: create a new one, then delete the old one"
      },
      "allow-rollback": {
        "about": "Allow a checkout that is behind the last synced commit, and revert to it"
      },
      "dry-run": {
        "about": "Show the plan and change nothing"
      },
      "yes": {
        "about": "Do not ask for confirmation; required without a terminal",
        "short": "y"
      },
      "reviewed": {
        "value": "DIGEST,…",
        "about": "Apply the plan with this digest, as gitcast plan shows it, or nothing"
      },
      "force": {
        "about": "Promote even if FROM differs from the files, or the service is still creating the broadcast"
      },
      "markdown": {
        "about": "Show the plan as Markdown, for a review comment, and change nothing"
      }
    },
    "examples": [
      {
        "line": "gitcast promote staging production",
        "about": "Shows the plan for production, asks, and applies it"
      },
      {
        "line": "gitcast promote staging production --dry-run",
        "about": "Shows the plan, and changes nothing"
      },
      {
        "line": "gitcast promote staging production --yes",
        "about": "Applies without asking, for CI"
      }
    ]
  },
  "state": {
    "name": "state",
    "summary": "Show, edit, rebuild or unlock the state of the last sync",
    "usage": "gitcast state ACTION [ADDRESS] [--target NAME] [--concurrency N] [--trace FILE] [--deleted]",
    "arguments": [
      {
        "name": "ACTION",
        "required": true,
        "completes": [
          "show",
          "rm",
          "rebuild",
          "unlock"
        ],
        "about": "show, rm ADDRESS, rebuild, or unlock ID"
      },
      {
        "name": "ADDRESS",
        "completes": "addresses",
        "about": "show: only these; rm: the document to stop managing; unlock: the id of the lock"
      }
    ],
    "options": {
      "target": {
        "value": "NAME",
        "about": "The target to use (default: defaultTarget in the configuration)",
        "completes": "targets"
      },
      "concurrency": {
        "value": "N",
        "about": "How many requests may run at the same time (default: 8)"
      },
      "trace": {
        "value": "FILE",
        "about": "Log each request to this file as a line of JSON, without keys and bodies"
      },
      "deleted": {
        "about": "show: copies of the objects that runs have deleted; --json prints their values"
      }
    },
    "examples": [
      {
        "line": "gitcast state show",
        "about": "Lists the managed documents with their ids"
      },
      {
        "line": "gitcast state show 'events/*'",
        "about": "Lists only some documents"
      },
      {
        "line": "gitcast state show --deleted",
        "about": "Lists the objects that were deleted in the last 90 days"
      },
      {
        "line": "gitcast state rm events/opening-night",
        "about": "Stops managing a document; its object stays"
      },
      {
        "line": "gitcast state rebuild",
        "about": "Discards a lost or outdated state and finds the documents again"
      },
      {
        "line": "gitcast state unlock 3f9a1c",
        "about": "Removes a lock left behind by a run that was killed elsewhere"
      }
    ]
  },
  "doctor": {
    "name": "doctor",
    "summary": "Check everything a sync needs, and show how to fix it",
    "usage": "gitcast doctor [--target NAME] [--concurrency N] [--trace FILE]",
    "arguments": [],
    "options": {
      "target": {
        "value": "NAME",
        "about": "The target to use (default: defaultTarget in the configuration)",
        "completes": "targets"
      },
      "concurrency": {
        "value": "N",
        "about": "How many requests may run at the same time (default: 8)"
      },
      "trace": {
        "value": "FILE",
        "about": "Log each request to this file as a line of JSON, without keys and bodies"
      }
    },
    "examples": [
      {
        "line": "gitcast doctor",
        "about": "Checks everything a sync needs. With state: git, pushes a ref to refs/gitcast/probe/ and deletes it again"
      },
      {
        "line": "gitcast doctor --target production",
        "about": "The same checks for another target"
      }
    ]
  },
  "ci": {
    "name": "ci",
    "summary": "Run a job of CI",
    "usage": "gitcast ci JOB",
    "arguments": [
      {
        "name": "JOB",
        "completes": [
          "check",
          "comment",
          "publish",
          "sync",
          "nightly",
          "promote"
        ],
        "about": "One of the jobs below",
        "required": true
      }
    ],
    "options": {},
    "examples": [
      {
        "line": "gitcast ci check",
        "about": "Validates, builds the website and plans a pull request"
      },
      {
        "line": "gitcast ci sync",
        "about": "Applies a merge whose plan was shown in its pull request"
      }
    ],
    "list": {
      "title": "Jobs",
      "rows": [
        [
          "check",
          "Validates, builds the website and, for a pull request, plans its merge. Runs the code of a pull request too; sees the target's key that can only read; none for a fork, whose plan is made offline."
        ],
        [
          "comment",
          "Writes the plan of a pull request into it, with the digest of each row. Runs merged code only; sees the host's token."
        ],
        [
          "publish",
          "Publishes the website that `check` has built. Runs merged code only; sees the host's token, and the keys of the website's host."
        ],
        [
          "sync",
          "Makes the target equal to the files, as reviewers or a person approved. Runs merged code only; sees the host's token, the target's key that can write, and the secrets that documents use."
        ],
        [
          "nightly",
          "Proposes edits from the target, and what changed in imports, as pull requests. Runs merged code only; sees the host's token, the target's key that can only read, and the keys of imports."
        ],
        [
          "promote",
          "Plans a promotion to the next target, or applies the plan with the digest in GITCAST_DIGEST. Runs merged code only; sees the host's token, and keys of both targets; with a digest also the secrets that documents use."
        ]
      ]
    }
  },
  "service": {
    "name": "service",
    "summary": "Run the embedded service: the whole interface, locally",
    "usage": "gitcast service [ACTION…] [--port N] [--host ADDRESS] [--database FILE|URL] [--profile PROFILE] [--rate-limit N] [--allow-private-webhooks] [--broadcast ID] [--label TEXT] [--expires INSTANT] [--read-only]",
    "arguments": [
      {
        "name": "ACTION",
        "about": "keys create|list|rotate ID|revoke ID, broadcasts create NAME|list|plan ID pro|free",
        "completes": [
          "keys create",
          "keys list",
          "keys rotate",
          "keys revoke",
          "broadcasts create",
          "broadcasts list",
          "broadcasts plan"
        ],
        "many": true
      }
    ],
    "options": {
      "port": {
        "value": "N",
        "about": "The port; 0 picks a free one (default: 4180)"
      },
      "host": {
        "value": "ADDRESS",
        "about": "The address to listen on, such as 0.0.0.0 in a container, behind a proxy with TLS (default: 127.0.0.1)"
      },
      "database": {
        "value": "FILE|URL",
        "about": "The SQLite file, or postgres://user@host/database (default: DATABASE_URL if it is such a URL, else .gitcast/service.db)"
      },
      "profile": {
        "value": "PROFILE",
        "about": "documented: only what the interface documents; extended: everything (default: extended)",
        "completes": [
          "documented",
          "extended"
        ]
      },
      "rate-limit": {
        "value": "N",
        "about": "Requests per minute and key; 0 for no limit (default: 600)"
      },
      "allow-private-webhooks": {
        "about": "Also deliver to private addresses, and over plain HTTP to this machine"
      },
      "broadcast": {
        "value": "ID",
        "about": "keys create: the broadcast that the key gives access to (default: the first one)"
      },
      "label": {
        "value": "TEXT",
        "about": "keys create: what the key is for"
      },
      "expires": {
        "value": "INSTANT",
        "about": "keys create, rotate: when the new key expires"
      },
      "read-only": {
        "about": "keys create: the key can read, but not change anything"
      }
    },
    "examples": [
      {
        "line": "gitcast service",
        "about": "Runs the embedded service until Ctrl-C"
      },
      {
        "line": "gitcast service --json --port 0",
        "about": "Prints url, userId, broadcastId and key as one line of JSON"
      },
      {
        "line": "gitcast service keys create --label ci",
        "about": "Creates a key and shows it once"
      },
      {
        "line": "gitcast service keys rotate ID",
        "about": "Creates its successor; both are valid for a day"
      },
      {
        "line": "gitcast service --database URL",
        "about": "Runs one of several copies that share a PostgreSQL database"
      }
    ]
  },
  "schema": {
    "name": "schema",
    "summary": "Write JSON Schemas for completion and checks in editors",
    "usage": "gitcast schema [KIND] [--out DIR]",
    "arguments": [
      {
        "name": "KIND",
        "completes": "kind",
        "about": "Print this kind's schema (default: write all schemas)"
      }
    ],
    "options": {
      "out": {
        "value": "DIR",
        "about": "The output folder (default: .vscode/gitcast, as in the editor settings of init)"
      }
    },
    "examples": [
      {
        "line": "gitcast schema",
        "about": "Updates all schemas, with your file names for completion"
      },
      {
        "line": "gitcast schema event",
        "about": "Prints the schema of an event"
      }
    ]
  },
  "openapi": {
    "name": "openapi",
    "summary": "Print the OpenAPI 3.1 document of the service's interface",
    "usage": "gitcast openapi [--profile PROFILE] [--out FILE]",
    "arguments": [],
    "options": {
      "profile": {
        "value": "PROFILE",
        "about": "documented: only what the interface documents; extended: everything (default: extended)",
        "completes": [
          "documented",
          "extended"
        ]
      },
      "out": {
        "value": "FILE",
        "about": "Write to this file instead of printing"
      }
    },
    "examples": [
      {
        "line": "gitcast openapi --out openapi.json",
        "about": "Writes the document, for a client generator"
      },
      {
        "line": "gitcast openapi --profile documented",
        "about": "Prints only what the interface documents"
      }
    ]
  },
  "completion": {
    "name": "completion",
    "summary": "Print a shell's completion script",
    "usage": "gitcast completion SHELL",
    "arguments": [
      {
        "name": "SHELL",
        "required": true,
        "about": "The shell: bash, zsh, fish",
        "completes": [
          "bash",
          "zsh",
          "fish"
        ]
      },
      {
        "name": "WORD",
        "many": true,
        "hidden": true,
        "about": "After candidates: the words typed so far"
      }
    ],
    "options": {},
    "examples": [
      {
        "line": "gitcast completion bash > ~/.gitcast.sh",
        "about": "For ~/.bashrc: source ~/.gitcast.sh"
      },
      {
        "line": "gitcast completion zsh > ~/.gitcast.sh",
        "about": "For ~/.zshrc, after compinit: source ~/.gitcast.sh"
      },
      {
        "line": "gitcast completion fish | source",
        "about": "For ~/.config/fish/config.fish"
      }
    ]
  }
} as const;
