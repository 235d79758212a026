// Generated from locales/ by npm run generate.
export const WORDS = {
  "de": {
    "language": "Deutsch",
    "screens": {
      "contact": "Kontakt",
      "localTicket": "Meine Tickets",
      "articles": "Artikel",
      "maps": "Pläne",
      "home": "Start",
      "program": "Programm",
      "hosts": "Gäste",
      "menu": "Menü",
      "auth": "Anmelden",
      "profile": "Profil",
      "favorites": "Favoriten",
      "campaigns": "Mitteilungen",
      "networkingForms": "Kontakte knüpfen",
      "networkingScan": "Karte scannen",
      "meteo": "Wetter",
      "search": "Suche"
    },
    "skipToContent": "Zum Inhalt springen",
    "mainNavigation": "Hauptnavigation",
    "languages": "Sprachen",
    "menu": "Menü",
    "close": "Schließen",
    "back": "Zurück",
    "readMore": "Weiterlesen",
    "openInNewSite": "andere Website",
    "programme": {
      "byDay": "Nach Tag",
      "byPlace": "Nach Ort",
      "days": "Tage",
      "filters": "Filtern",
      "filter": "Kategorien",
      "now": "Läuft gerade",
      "empty": "Das Programm ist noch nicht veröffentlicht.",
      "noMatch": "Nichts passt zu diesen Filtern.",
      "addToCalendar": "In den Kalender",
      "elsewhere": "Andere Orte",
      "meanwhile": "Zur gleichen Zeit",
      "timesIn": "Alle Zeiten: {1}.",
      "night": "Nach Mitternacht",
      "here": "Programm an diesem Ort",
      "withHosts": "Mit",
      "uncategorised": "Sonstiges",
      "byCategory": "Nach Kategorie",
      "grid": "Raster",
      "anyCategory": "Alle Kategorien",
      "place": "Ort",
      "anyPlace": "Alle Orte",
      "from": "Beginn ab",
      "anyTime": "Beliebige Uhrzeit",
      "clear": "Filter zurücksetzen",
      "jump": "Direkt zu",
      "events": {
        "one": "{1} Programmpunkt",
        "other": "{1} Programmpunkte"
      },
      "past": "Schon vorbei: {n}",
      "found": "Treffer: {n}",
      "continues": "Läuft weiter",
      "since": "seit {1}",
      "until": "bis",
      "allMeanwhile": "Alles zu dieser Zeit",
      "ownZone": "In meiner Zeitzone anzeigen ({zone})",
      "eventZone": "In der Zeitzone der Veranstaltung anzeigen",
      "timesInOwn": "Tage und Zeiten in Ihrer Zeitzone: {zone}.",
      "starts": "Beginnt {when}",
      "over": "Vorbei",
      "next": "Als Nächstes",
      "allNow": "Das ganze Programm",
      "timeOf": "Zeitraster: {1}"
    },
    "live": {
      "full": "Ausgebucht",
      "stream": "Livestream",
      "recording": "Aufzeichnung",
      "recordings": "Aufzeichnungen"
    },
    "changes": {
      "title": "Programmänderungen",
      "link": "Was sich geändert hat",
      "empty": "Bisher hat sich nichts geändert.",
      "since": "Seit Ihrem letzten Besuch",
      "feed": "Änderungen abonnieren (Atom-Feed)",
      "types": {
        "new": "Neu",
        "moved": "Verlegt",
        "retitled": "Neuer Titel",
        "cancelled": "Abgesagt",
        "restored": "Findet doch statt",
        "removed": "Gestrichen"
      },
      "time": "von {1} auf {2}",
      "end": "bis {2} statt {1}",
      "place": "von „{1}“ nach „{2}“",
      "placeNow": "neuer Ort: „{1}“",
      "placeNoLonger": "nicht mehr am Ort „{1}“",
      "was": "bisher: {1}",
      "titleWas": "bisher: „{1}“"
    },
    "paper": {
      "title": "Druck und Bildschirme",
      "howTo": "Öffnen Sie eine Seite und drucken Sie sie. Bildschirme aktualisieren sich selbst und laufen auch ohne Netz weiter.",
      "booklet": "Programmheft",
      "poster": "Plakat",
      "signs": "Türschilder",
      "screens": "Bildschirme",
      "foyer": "Foyer",
      "scan": "Hier scannen für das aktuelle Programm"
    },
    "kiosk": {
      "now": "Jetzt",
      "next": "Danach",
      "nothing": "Zurzeit nichts",
      "over": "Das Programm ist zu Ende. Bis zum nächsten Mal."
    },
    "places": "Orte",
    "onTheMap": "Auf dem Plan ansehen",
    "articles": {
      "empty": "Noch keine Artikel.",
      "published": "Veröffentlicht am",
      "newer": "Neuere",
      "older": "Ältere",
      "page": "Seite {1} von {2}",
      "feed": "Atom-Feed abonnieren",
      "pages": "Artikelseiten"
    },
    "calendars": {
      "title": "Kalender",
      "note": "Ein abonnierter Kalender übernimmt Änderungen. Eine heruntergeladene Datei nicht.",
      "whole": "Das ganze Programm",
      "place": "Kalender dieses Ortes",
      "subscribe": "Abonnieren",
      "download": "Herunterladen",
      "apps": "Für Giggity, EventFahrplan und ähnliche Apps:"
    },
    "hosts": {
      "empty": "Die Gäste werden bald angekündigt.",
      "sessions": "Auftritte",
      "links": "Anderswo"
    },
    "map": {
      "empty": "Noch keine Pläne.",
      "zoomIn": "Vergrößern",
      "zoomOut": "Verkleinern",
      "reset": "Ganzer Plan",
      "legend": "Auf diesem Plan",
      "howTo": "Zum Verschieben ziehen. Mausrad, zwei Finger, Pfeiltasten sowie + und − funktionieren auch.",
      "filter": "Arten von Orten",
      "whole": "Ganzen Plan öffnen",
      "types": {
        "entrance": "Eingänge",
        "exhibitor": "Aussteller",
        "facility": "Einrichtungen",
        "family": "Familien",
        "food": "Essen und Trinken",
        "info": "Information",
        "landmark": "Orientierungspunkte",
        "stage": "Bühnen",
        "toilet": "Toiletten",
        "transport": "Verkehr",
        "venue": "Veranstaltungsorte"
      }
    },
    "favourites": {
      "label": "Favorit: {title}",
      "empty": "Noch nichts hier. Mit dem Herz im Programm merken Sie sich, was Ihnen gefällt.",
      "device": "Ihre Favoriten sind in diesem Browser gespeichert. Die in der App sind davon getrennt.",
      "needsScript": "Favoriten brauchen JavaScript, das hier ausgeschaltet ist. Das Programm geht auch ohne.",
      "unkept": "Dieser Browser konnte Ihre Favoriten nicht speichern. Sie gehen verloren, wenn Sie die Seite verlassen.",
      "toProgramme": "Programm öffnen",
      "failed": "Das Programm konnte nicht geladen werden. Laden Sie diese Seite neu, wenn Sie online sind.",
      "count": {
        "one": "{n} Eintrag",
        "other": "{n} Einträge"
      },
      "clashes": {
        "one": "{n} Überschneidung",
        "other": "{n} Überschneidungen"
      },
      "missing": {
        "one": "{n} Favorit ist nicht mehr im Programm.",
        "other": "{n} Favoriten sind nicht mehr im Programm."
      },
      "removeMissing": "Aus der Liste entfernen",
      "clash": "Gleichzeitig mit {title}",
      "gap": "{time} frei",
      "moveTo": "dann {place}",
      "walk": "etwa {time} zu Fuß",
      "tight": "{time} für den Weg zu „{place}“, etwa {walk} zu Fuß",
      "share": "Teilen",
      "copy": "Link kopieren",
      "copied": "Kopiert",
      "link": "Link zu dieser Liste",
      "linkNote": "Ihre Liste steckt im Link selbst. Wer ihn öffnet, kann sie sehen und übernehmen.",
      "code": "QR-Code des Links",
      "tooLong": "Die Liste ist zu lang für einen QR-Code. Der Link funktioniert.",
      "calendar": "In meinen Kalender",
      "calendarName": "Mein Programm",
      "remind": "15 Minuten vorher erinnern",
      "remindNote": "Erinnerungen erscheinen nur, solange diese Website oder die installierte App geöffnet ist. Die Kalenderdatei enthält Erinnerungen, die beides nicht brauchen.",
      "remindBlocked": "Der Browser blockiert Benachrichtigungen dieser Website. In seinen Einstellungen erlauben und noch einmal versuchen.",
      "print": "Drucken",
      "shared": "Eine Liste wurde mit Ihnen geteilt",
      "sharedCount": {
        "one": "{n} Eintrag:",
        "other": "{n} Einträge:"
      },
      "sharedUnknown": {
        "one": "{n} Eintrag ist nicht mehr im Programm.",
        "other": "{n} Einträge sind nicht mehr im Programm."
      },
      "damaged": "Dieser Link ist beschädigt oder unvollständig. Lassen Sie ihn sich noch einmal schicken.",
      "merge": "Zu meinen Favoriten hinzufügen",
      "replace": "Meine Favoriten ersetzen",
      "dismiss": "Nicht jetzt"
    },
    "search": {
      "label": "Was suchen Sie?",
      "submit": "Suchen",
      "results": {
        "one": "{1} Ergebnis",
        "other": "{1} Ergebnisse"
      },
      "none": "Keine Ergebnisse. Versuchen Sie ein kürzeres Wort.",
      "failed": "Die Suche konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
      "everything": "Die ganze Website",
      "needsScript": "Die Suche braucht JavaScript. Hier ist eine Liste aller Seiten."
    },
    "countdown": {
      "days": "Tage",
      "hours": "Std.",
      "minutes": "Min.",
      "seconds": "Sek.",
      "left": {
        "day": {
          "one": "{1} Tag",
          "other": "{1} Tage"
        },
        "hour": {
          "one": "{1} Stunde",
          "other": "{1} Stunden"
        },
        "minute": {
          "one": "{1} Minute",
          "other": "{1} Minuten"
        }
      },
      "over": "Es hat begonnen",
      "ended": "Es ist vorbei"
    },
    "embed": {
      "load": "Inhalt anzeigen",
      "note": "Dieser Inhalt kommt von {1}. Wenn Sie ihn anzeigen, erfährt diese Website davon.",
      "open": "Auf {1} öffnen"
    },
    "meteo": {
      "load": "Vorhersage anzeigen",
      "note": "Die Vorhersage kommt von open-meteo.com und wird nur auf Wunsch geladen.",
      "open": "Vorhersage für {1} auf yr.no",
      "empty": "Für die Vorhersage ist kein Ort angegeben.",
      "failed": "Die Vorhersage konnte nicht geladen werden.",
      "position": "{1}°, {2}°",
      "title": "Wettervorhersage"
    },
    "inTheApp": {
      "auth": "Anmelden können Sie sich in der App. Diese Website hat keine Konten.",
      "profile": "Ihr Profil ist in der App. Diese Website speichert nur Ihre Favoriten, in diesem Browser.",
      "localTicket": "Ihre Tickets sind in der App, auch ohne Netz. Diese Website hat keinen Zugriff darauf.",
      "networkingScan": "Scannen Sie die Karte einer anderen Person mit der App, die die Kamera benutzen kann.",
      "networkingForms": "Hier sind die Fragen. Ihre Antworten bleiben in diesem Browser. Zum Austauschen benutzen Sie die App.",
      "contact": "Nachrichten an das Team können Sie in der App schicken."
    },
    "profileTiles": "Mein Bereich",
    "contact": {
      "write": "Schreiben",
      "call": "Anrufen",
      "follow": "Folgen Sie uns",
      "from": "von „{1}“"
    },
    "campaigns": {
      "empty": "Zurzeit keine Mitteilungen.",
      "until": "Bis {1}"
    },
    "offline": {
      "updated": "Diese Seite wurde aktualisiert.",
      "reload": "Neue Version anzeigen",
      "noNetwork": "Sie sind offline. Versuchen Sie es noch einmal, sobald Sie Netz haben.",
      "title": "Sie sind offline",
      "text": "Diese Seite ist nicht auf diesem Gerät gespeichert. Diese Seiten schon:"
    },
    "notFound": {
      "title": "Diese Seite gibt es nicht",
      "text": "Vielleicht ist sie umgezogen. Versuchen Sie eine dieser Seiten:"
    },
    "moved": {
      "title": "Diese Seite ist umgezogen",
      "text": "Sie finden sie hier:"
    },
    "footer": {
      "made": "Erstellt mit gitcast",
      "top": "Nach oben"
    },
    "occasion": {
      "over": "Diese Ausgabe ist vorbei. Danke für Ihren Besuch."
    },
    "header": {
      "pause": "Bilder anhalten",
      "play": "Bilder abspielen"
    },
    "carousel": {
      "previous": "Zurück",
      "next": "Weiter",
      "pictures": "Bilder"
    },
    "texts": {
      "contents": "Inhalt",
      "table": "Tabelle",
      "linkTo": "Link zu „{1}“",
      "footnotes": "Fußnoten",
      "footnote": "Fußnote {1}",
      "backTo": "Zurück zur Stelle {1}",
      "done": "Erledigt",
      "open": "Offen",
      "admonitions": {
        "note": "Hinweis",
        "tip": "Tipp",
        "important": "Wichtig",
        "warning": "Achtung",
        "caution": "Vorsicht"
      }
    },
    "externalMedia": "Datei auf {1} öffnen",
    "required": "erforderlich"
  },
  "en": {
    "language": "English",
    "screens": {
      "contact": "Contact",
      "localTicket": "My tickets",
      "articles": "Articles",
      "maps": "Maps",
      "home": "Home",
      "program": "Programme",
      "hosts": "Guests",
      "menu": "Menu",
      "auth": "Sign in",
      "profile": "Profile",
      "favorites": "Favourites",
      "campaigns": "Announcements",
      "networkingForms": "Networking",
      "networkingScan": "Scan a card",
      "meteo": "Weather",
      "search": "Search"
    },
    "skipToContent": "Skip to content",
    "mainNavigation": "Main navigation",
    "languages": "Languages",
    "menu": "Menu",
    "close": "Close",
    "back": "Back",
    "readMore": "Read more",
    "openInNewSite": "external site",
    "programme": {
      "byDay": "Days",
      "byPlace": "Places",
      "days": "Days",
      "filters": "Filter",
      "filter": "Categories",
      "now": "Happening now",
      "empty": "The programme has not been published yet.",
      "noMatch": "Nothing matches these filters.",
      "addToCalendar": "Add to calendar",
      "elsewhere": "Elsewhere",
      "meanwhile": "At the same time",
      "timesIn": "Times are in {1}.",
      "night": "After midnight",
      "here": "What’s on here",
      "withHosts": "With",
      "uncategorised": "Other",
      "byCategory": "Categories",
      "grid": "Grid",
      "anyCategory": "All categories",
      "place": "Place",
      "anyPlace": "All places",
      "from": "Starting from",
      "anyTime": "Any time",
      "clear": "Clear filters",
      "jump": "Jump to",
      "events": {
        "one": "{1} event",
        "other": "{1} events"
      },
      "past": "Already over: {n}",
      "found": "Matching: {n}",
      "continues": "Continues",
      "since": "since {1}",
      "until": "until",
      "allMeanwhile": "Everything at this time",
      "ownZone": "Show in my time zone ({zone})",
      "eventZone": "Show in the event’s time zone",
      "timesInOwn": "Dates and times are in your time zone, {zone}.",
      "starts": "Starts {when}",
      "over": "Over",
      "next": "Up next",
      "allNow": "The whole programme",
      "timeOf": "Time grid: {1}"
    },
    "live": {
      "full": "Full",
      "stream": "Live stream",
      "recording": "Recording",
      "recordings": "Recordings"
    },
    "changes": {
      "title": "Changes to the programme",
      "link": "What has changed",
      "empty": "Nothing has changed so far.",
      "since": "Since your last visit",
      "feed": "Subscribe to the changes (Atom feed)",
      "types": {
        "new": "New",
        "moved": "Moved",
        "retitled": "New title",
        "cancelled": "Cancelled",
        "restored": "Takes place after all",
        "removed": "Removed"
      },
      "time": "from {1} to {2}",
      "end": "until {2} instead of {1}",
      "place": "from {1} to {2}",
      "placeNow": "now at {1}",
      "placeNoLonger": "no longer at {1}",
      "was": "was {1}",
      "titleWas": "was “{1}”"
    },
    "paper": {
      "title": "Print and screens",
      "howTo": "Open a page and print it with your browser. Screens refresh themselves and keep working without a network.",
      "booklet": "Booklet",
      "poster": "Poster",
      "signs": "Door signs",
      "screens": "Screens",
      "foyer": "Foyer",
      "scan": "Scan for the latest programme"
    },
    "kiosk": {
      "now": "Now",
      "next": "Next",
      "nothing": "Nothing at the moment",
      "over": "The programme has ended. See you next time."
    },
    "places": "Places",
    "onTheMap": "See on the map",
    "articles": {
      "empty": "No articles yet.",
      "published": "Published on",
      "newer": "Newer",
      "older": "Older",
      "page": "Page {1} of {2}",
      "feed": "Subscribe to the Atom feed",
      "pages": "Pages of articles"
    },
    "calendars": {
      "title": "Calendars",
      "note": "A calendar that you subscribe to follows changes. A downloaded file does not.",
      "whole": "The whole programme",
      "place": "Calendar of this place",
      "subscribe": "Subscribe",
      "download": "Download",
      "apps": "For Giggity, EventFahrplan and similar applications:"
    },
    "hosts": {
      "empty": "Guests will be announced soon.",
      "sessions": "Appearances",
      "links": "Elsewhere"
    },
    "map": {
      "empty": "No maps yet.",
      "zoomIn": "Zoom in",
      "zoomOut": "Zoom out",
      "reset": "Whole map",
      "legend": "On this map",
      "howTo": "Drag to move around. You can also use the mouse wheel, pinch, or press the arrow keys, + and −.",
      "filter": "Types of places",
      "whole": "Open the whole map",
      "types": {
        "entrance": "Entrances",
        "exhibitor": "Exhibitors",
        "facility": "Facilities",
        "family": "Families",
        "food": "Food and drink",
        "info": "Information",
        "landmark": "Landmarks",
        "stage": "Stages",
        "toilet": "Toilets",
        "transport": "Transport",
        "venue": "Venues"
      }
    },
    "favourites": {
      "label": "Favourite: {title}",
      "empty": "Nothing here yet. Use the heart in the programme to save what you like.",
      "device": "Your favourites are saved in this browser. Those in the app are separate.",
      "needsScript": "Favourites need JavaScript, which is turned off. The programme works without it.",
      "unkept": "This browser could not save your favourites. They will be lost when you leave this page.",
      "toProgramme": "Open the programme",
      "failed": "The programme could not be loaded. Reload this page when you are online.",
      "count": {
        "one": "{n} entry",
        "other": "{n} entries"
      },
      "clashes": {
        "one": "{n} clash",
        "other": "{n} clashes"
      },
      "missing": {
        "one": "{n} favourite is no longer in the programme.",
        "other": "{n} favourites are no longer in the programme."
      },
      "removeMissing": "Remove from the list",
      "clash": "At the same time as {title}",
      "gap": "{time} free",
      "moveTo": "then {place}",
      "walk": "about {time} on foot",
      "tight": "{time} to get to {place}, about {walk} on foot",
      "share": "Share",
      "copy": "Copy the link",
      "copied": "Copied",
      "link": "Link to this plan",
      "linkNote": "Your list is in the link itself. Everyone who opens it can see the list and keep it.",
      "code": "QR code of the link",
      "tooLong": "The list is too long for a QR code. The link works.",
      "calendar": "Add to my calendar",
      "calendarName": "My plan",
      "remind": "Remind me 15 minutes before",
      "remindNote": "Reminders appear only while this site or its installed app is open. The calendar file has alarms that need neither.",
      "remindBlocked": "Your browser blocks notifications from this site. Allow them in its settings, then try again.",
      "print": "Print",
      "shared": "A plan was shared with you",
      "sharedCount": {
        "one": "{n} entry:",
        "other": "{n} entries:"
      },
      "sharedUnknown": {
        "one": "{n} entry is no longer in the programme.",
        "other": "{n} entries are no longer in the programme."
      },
      "damaged": "This link is damaged or incomplete. Ask for it again.",
      "merge": "Add to my favourites",
      "replace": "Replace my favourites",
      "dismiss": "Not now"
    },
    "search": {
      "label": "What are you looking for?",
      "submit": "Search",
      "results": "Results: {1}",
      "none": "No results. Try a shorter word.",
      "failed": "The search could not be loaded. Check your connection and try again.",
      "everything": "The whole site",
      "needsScript": "Search needs JavaScript. Here is a list of all pages."
    },
    "countdown": {
      "days": "days",
      "hours": "h",
      "minutes": "min",
      "seconds": "s",
      "left": {
        "day": {
          "one": "{1} day",
          "other": "{1} days"
        },
        "hour": {
          "one": "{1} hour",
          "other": "{1} hours"
        },
        "minute": {
          "one": "{1} minute",
          "other": "{1} minutes"
        },
        "other": "{1} {2}"
      },
      "over": "It has begun",
      "ended": "It is over"
    },
    "embed": {
      "load": "Show the content",
      "note": "This content comes from {1}. If you show it, that site will know.",
      "open": "Open on {1}"
    },
    "meteo": {
      "load": "Show the forecast",
      "note": "The forecast comes from open-meteo.com and is loaded only when you ask for it.",
      "open": "Forecast for {1} on yr.no",
      "empty": "No place is set for the forecast.",
      "failed": "The forecast could not be loaded.",
      "position": "{1}°, {2}°",
      "title": "Weather forecast"
    },
    "inTheApp": {
      "auth": "You can sign in with the app. This site has no accounts.",
      "profile": "Your profile is in the app. This site saves only your favourites, in this browser.",
      "localTicket": "Your tickets are in the app, even when you are offline. This site cannot access them.",
      "networkingScan": "Scan another person’s card with the app, which can use the camera.",
      "networkingForms": "Here are the questions. Your answers stay in this browser. Use the app to exchange them with others.",
      "contact": "You can send messages to the team from the app."
    },
    "profileTiles": "My space",
    "contact": {
      "write": "Write",
      "call": "Call",
      "follow": "Follow us",
      "from": "from “{1}”"
    },
    "campaigns": {
      "empty": "No announcements at the moment.",
      "until": "Until {1}"
    },
    "offline": {
      "updated": "This page was updated.",
      "reload": "Show the new version",
      "noNetwork": "You are offline. Try again when you have a connection.",
      "title": "You are offline",
      "text": "This page is not saved on this device. These pages are:"
    },
    "notFound": {
      "title": "This page does not exist",
      "text": "It may have moved. Try one of these pages:"
    },
    "moved": {
      "title": "This page has moved",
      "text": "You will find it here:"
    },
    "footer": {
      "made": "Built with gitcast",
      "top": "Back to top"
    },
    "occasion": {
      "over": "This edition is over. Thank you for coming."
    },
    "header": {
      "pause": "Pause the moving pictures",
      "play": "Play the moving pictures"
    },
    "carousel": {
      "previous": "Previous",
      "next": "Next",
      "pictures": "Pictures"
    },
    "texts": {
      "contents": "Contents",
      "table": "Table",
      "linkTo": "Link to “{1}”",
      "footnotes": "Footnotes",
      "footnote": "Footnote {1}",
      "backTo": "Back to reference {1}",
      "done": "Done",
      "open": "To do",
      "admonitions": {
        "note": "Note",
        "tip": "Tip",
        "important": "Important",
        "warning": "Warning",
        "caution": "Caution"
      }
    },
    "externalMedia": "Open the file on {1}",
    "required": "required"
  },
  "es": {
    "language": "Español",
    "screens": {
      "contact": "Contacto",
      "localTicket": "Mis entradas",
      "articles": "Artículos",
      "maps": "Planos",
      "home": "Inicio",
      "program": "Programa",
      "hosts": "Invitados",
      "menu": "Menú",
      "auth": "Iniciar sesión",
      "profile": "Perfil",
      "favorites": "Favoritos",
      "campaigns": "Anuncios",
      "networkingForms": "Encuentros",
      "networkingScan": "Escanear una tarjeta",
      "meteo": "El tiempo",
      "search": "Búsqueda"
    },
    "skipToContent": "Ir al contenido",
    "mainNavigation": "Navegación principal",
    "languages": "Idiomas",
    "menu": "Menú",
    "close": "Cerrar",
    "back": "Volver",
    "readMore": "Seguir leyendo",
    "openInNewSite": "otro sitio",
    "programme": {
      "byDay": "Días",
      "byPlace": "Lugares",
      "days": "Días",
      "filters": "Filtrar",
      "filter": "Categorías",
      "now": "Ahora mismo",
      "empty": "El programa todavía no se ha publicado.",
      "noMatch": "Nada corresponde a estos filtros.",
      "addToCalendar": "Añadir al calendario",
      "elsewhere": "Otros lugares",
      "meanwhile": "A la misma hora",
      "timesIn": "Horarios: {1}.",
      "night": "De madrugada",
      "here": "En el programa, aquí",
      "withHosts": "Con",
      "uncategorised": "Otros",
      "byCategory": "Categorías",
      "grid": "Parrilla",
      "anyCategory": "Todas las categorías",
      "place": "Lugar",
      "anyPlace": "Todos los lugares",
      "from": "A partir de",
      "anyTime": "Cualquier hora",
      "clear": "Borrar los filtros",
      "jump": "Ir a",
      "events": {
        "one": "{1} evento",
        "other": "{1} eventos"
      },
      "past": "Ya ha pasado: {n}",
      "found": "Resultados: {n}",
      "continues": "Continúa",
      "since": "desde {1}",
      "until": "hasta",
      "allMeanwhile": "Todo a esta hora",
      "ownZone": "Mostrar en mi zona horaria ({zone})",
      "eventZone": "Mostrar en la zona horaria del evento",
      "timesInOwn": "Fechas y horarios en su zona horaria, {zone}.",
      "starts": "Empieza {when}",
      "over": "Terminado",
      "next": "A continuación",
      "allNow": "Todo el programa",
      "timeOf": "Parrilla horaria: {1}"
    },
    "live": {
      "full": "Completo",
      "stream": "En directo",
      "recording": "Grabación",
      "recordings": "Grabaciones"
    },
    "changes": {
      "title": "Cambios en el programa",
      "link": "Qué ha cambiado",
      "empty": "Por ahora no ha cambiado nada.",
      "since": "Desde tu última visita",
      "feed": "Seguir los cambios (canal Atom)",
      "types": {
        "new": "Nuevo",
        "moved": "Cambiado",
        "retitled": "Nuevo título",
        "cancelled": "Cancelado",
        "restored": "Finalmente se celebra",
        "removed": "Retirado"
      },
      "time": "de {1} a {2}",
      "end": "hasta las {2} en lugar de las {1}",
      "place": "de «{1}» a «{2}»",
      "placeNow": "ahora en «{1}»",
      "placeNoLonger": "ya no en «{1}»",
      "was": "antes: {1}",
      "titleWas": "antes: «{1}»"
    },
    "paper": {
      "title": "Papel y pantallas",
      "howTo": "Abra una página e imprímala con su navegador. Las pantallas se actualizan solas y siguen funcionando sin red.",
      "booklet": "Folleto",
      "poster": "Cartel",
      "signs": "Carteles de puerta",
      "screens": "Pantallas",
      "foyer": "Vestíbulo",
      "scan": "Escanee para ver el programa al día"
    },
    "kiosk": {
      "now": "Ahora",
      "next": "Después",
      "nothing": "Nada por el momento",
      "over": "El programa ha terminado. Hasta la próxima."
    },
    "places": "Lugares",
    "onTheMap": "Ver en el plano",
    "articles": {
      "empty": "Todavía no hay artículos.",
      "published": "Publicado el",
      "newer": "Más recientes",
      "older": "Más antiguos",
      "page": "Página {1} de {2}",
      "feed": "Seguir por canal Atom",
      "pages": "Páginas de artículos"
    },
    "calendars": {
      "title": "Calendarios",
      "note": "Un calendario al que se suscribe sigue los cambios. Un archivo descargado, no.",
      "whole": "Todo el programa",
      "place": "Calendario de este lugar",
      "subscribe": "Suscribirse",
      "download": "Descargar",
      "apps": "Para Giggity, EventFahrplan y aplicaciones similares:"
    },
    "hosts": {
      "empty": "Los invitados se anunciarán pronto.",
      "sessions": "Sus citas",
      "links": "En otros sitios"
    },
    "map": {
      "empty": "Todavía no hay planos.",
      "zoomIn": "Ampliar",
      "zoomOut": "Reducir",
      "reset": "Vista completa",
      "legend": "En este plano",
      "howTo": "Arrastre para moverse; también funcionan la rueda, el pellizco, las flechas y las teclas + y −.",
      "filter": "Tipos de lugares",
      "whole": "Abrir el plano completo",
      "types": {
        "entrance": "Entradas",
        "exhibitor": "Expositores",
        "facility": "Servicios",
        "family": "Familias",
        "food": "Comida y bebida",
        "info": "Información",
        "landmark": "Puntos de referencia",
        "stage": "Escenarios",
        "toilet": "Aseos",
        "transport": "Transporte",
        "venue": "Salas"
      }
    },
    "favourites": {
      "label": "Favorito: {title}",
      "empty": "Nada todavía. En el programa, el corazón guarda lo que le apetece.",
      "device": "Sus favoritos se quedan en este navegador. Los de la aplicación van aparte.",
      "needsScript": "Los favoritos necesitan JavaScript, desactivado aquí. El programa se lee sin él.",
      "unkept": "Este navegador no ha podido guardar tus favoritos. Se perderán al salir de esta página.",
      "toProgramme": "Abrir el programa",
      "failed": "No se pudo cargar el programa. Recargue esta página cuando tenga conexión.",
      "count": {
        "one": "{n} cita",
        "other": "{n} citas"
      },
      "clashes": {
        "one": "{n} coincidencia",
        "other": "{n} coincidencias"
      },
      "missing": {
        "one": "{n} favorito ya no está en el programa.",
        "other": "{n} favoritos ya no están en el programa."
      },
      "removeMissing": "Quitar de la lista",
      "clash": "A la vez que {title}",
      "gap": "{time} libres",
      "moveTo": "después {place}",
      "walk": "unos {time} a pie",
      "tight": "{time} para llegar a {place}, unos {walk} a pie",
      "share": "Compartir",
      "copy": "Copiar el enlace",
      "copied": "Copiado",
      "link": "Enlace a este plan",
      "linkNote": "Su lista está en el propio enlace. Quien lo abra puede verla y guardarla.",
      "code": "Código QR del enlace",
      "tooLong": "La lista es demasiado larga para un código QR. El enlace funciona.",
      "calendar": "Añadir a mi calendario",
      "calendarName": "Mi plan",
      "remind": "Avisarme 15 minutos antes",
      "remindNote": "Los avisos solo aparecen mientras este sitio o su aplicación instalada están abiertos. El archivo de calendario tiene alarmas que no los necesitan.",
      "remindBlocked": "El navegador bloquea las notificaciones de este sitio. Permítelas en su configuración y vuelve a intentarlo.",
      "print": "Imprimir",
      "shared": "Le han compartido un plan",
      "sharedCount": {
        "one": "{n} cita:",
        "other": "{n} citas:"
      },
      "sharedUnknown": {
        "one": "{n} cita ya no está en el programa.",
        "other": "{n} citas ya no están en el programa."
      },
      "damaged": "Este enlace está dañado o incompleto. Pídelo de nuevo.",
      "merge": "Añadir a mis favoritos",
      "replace": "Sustituir mis favoritos",
      "dismiss": "Ahora no"
    },
    "search": {
      "label": "¿Qué busca?",
      "submit": "Buscar",
      "results": "Resultados: {1}",
      "none": "Sin resultados. Pruebe con una palabra más corta.",
      "failed": "No se ha podido cargar la búsqueda. Compruebe su conexión e inténtelo de nuevo.",
      "everything": "Todo el sitio",
      "needsScript": "La búsqueda necesita JavaScript; estas son todas las páginas."
    },
    "countdown": {
      "days": "días",
      "hours": "h",
      "minutes": "min",
      "seconds": "s",
      "left": {
        "day": {
          "one": "{1} día",
          "other": "{1} días"
        },
        "hour": {
          "one": "{1} hora",
          "other": "{1} horas"
        },
        "minute": {
          "one": "{1} minuto",
          "other": "{1} minutos"
        }
      },
      "over": "Ya ha empezado",
      "ended": "Ha terminado"
    },
    "embed": {
      "load": "Mostrar el contenido",
      "note": "Este contenido viene de {1}, que sabrá que usted lo ha abierto.",
      "open": "Abrir en {1}"
    },
    "meteo": {
      "load": "Mostrar la previsión",
      "note": "La previsión viene de open-meteo.com, al que solo se consulta si usted lo pide.",
      "open": "Previsión para {1} en yr.no",
      "empty": "No se ha indicado ningún lugar.",
      "failed": "La previsión no responde.",
      "position": "{1}°, {2}°",
      "title": "El tiempo que hará"
    },
    "inTheApp": {
      "auth": "La sesión se inicia en la aplicación. Este sitio no tiene cuentas.",
      "profile": "Su perfil vive en la aplicación. Aquí solo se guardan sus favoritos, en este navegador.",
      "localTicket": "Sus entradas están en la aplicación, también sin conexión. Este sitio no las conoce.",
      "networkingScan": "La tarjeta de otra persona se escanea en la aplicación, que puede usar la cámara.",
      "networkingForms": "Estas son las preguntas. Sus respuestas se quedan en este navegador; para intercambiarlas, use la aplicación.",
      "contact": "Los mensajes al equipo se envían desde la aplicación."
    },
    "profileTiles": "Mi espacio",
    "contact": {
      "write": "Escribir",
      "call": "Llamar",
      "follow": "Síganos",
      "from": "indicado en «{1}»"
    },
    "campaigns": {
      "empty": "Ningún anuncio por ahora.",
      "until": "Hasta el {1}"
    },
    "offline": {
      "updated": "Esta página se ha actualizado.",
      "reload": "Ver la nueva versión",
      "noNetwork": "Sin conexión. Inténtelo de nuevo cuando la tenga.",
      "title": "Sin conexión",
      "text": "Esta página no está guardada en este dispositivo. Estas sí:"
    },
    "notFound": {
      "title": "Esta página no existe",
      "text": "Quizá haya cambiado de dirección. Estas páginas son seguras:"
    },
    "moved": {
      "title": "Esta página ha cambiado de dirección",
      "text": "La encontrará aquí:"
    },
    "footer": {
      "made": "Sitio construido con gitcast",
      "top": "Arriba"
    },
    "occasion": {
      "over": "Esta edición ha terminado. Gracias por venir."
    },
    "header": {
      "pause": "Detener las imágenes en movimiento",
      "play": "Reanudar las imágenes en movimiento"
    },
    "carousel": {
      "previous": "Anterior",
      "next": "Siguiente",
      "pictures": "Imágenes"
    },
    "texts": {
      "contents": "Índice",
      "table": "Tabla",
      "linkTo": "Enlace a «{1}»",
      "footnotes": "Notas",
      "footnote": "Nota {1}",
      "backTo": "Volver a la llamada {1}",
      "done": "Hecho",
      "open": "Pendiente",
      "admonitions": {
        "note": "Nota",
        "tip": "Consejo",
        "important": "Importante",
        "warning": "Atención",
        "caution": "Precaución"
      }
    },
    "externalMedia": "Ver el archivo en {1}",
    "required": "obligatorio"
  },
  "fr": {
    "language": "Français",
    "screens": {
      "contact": "Contact",
      "localTicket": "Mes billets",
      "articles": "Articles",
      "maps": "Plans",
      "home": "Accueil",
      "program": "Programme",
      "hosts": "Intervenants",
      "menu": "Menu",
      "auth": "Connexion",
      "profile": "Profil",
      "favorites": "Favoris",
      "campaigns": "Annonces",
      "networkingForms": "Rencontres",
      "networkingScan": "Scanner une carte",
      "meteo": "Météo",
      "search": "Recherche"
    },
    "skipToContent": "Aller au contenu",
    "mainNavigation": "Navigation principale",
    "languages": "Langues",
    "menu": "Menu",
    "close": "Fermer",
    "back": "Retour",
    "readMore": "Lire la suite",
    "openInNewSite": "autre site",
    "programme": {
      "byDay": "Jours",
      "byPlace": "Lieux",
      "days": "Jours",
      "filters": "Filtrer",
      "filter": "Catégories",
      "now": "En ce moment",
      "empty": "Le programme n’est pas encore publié.",
      "noMatch": "Rien ne correspond à ces filtres.",
      "addToCalendar": "Ajouter au calendrier",
      "elsewhere": "Autres lieux",
      "meanwhile": "Au même moment",
      "timesIn": "Horaires : {1}.",
      "night": "Dans la nuit",
      "here": "Au programme ici",
      "withHosts": "Avec",
      "uncategorised": "Autres",
      "byCategory": "Catégories",
      "grid": "Grille",
      "anyCategory": "Toutes les catégories",
      "place": "Lieu",
      "anyPlace": "Tous les lieux",
      "from": "À partir de",
      "anyTime": "Toute heure",
      "clear": "Effacer les filtres",
      "jump": "Aller à",
      "events": {
        "one": "{1} événement",
        "other": "{1} événements"
      },
      "past": "Déjà passé : {n}",
      "found": "Résultats : {n}",
      "continues": "Se poursuit",
      "since": "depuis {1}",
      "until": "jusqu’à",
      "allMeanwhile": "Tout à cette heure",
      "ownZone": "Afficher dans mon fuseau horaire ({zone})",
      "eventZone": "Afficher dans le fuseau horaire de l’événement",
      "timesInOwn": "Dates et horaires dans votre fuseau horaire, {zone}.",
      "starts": "Commence {when}",
      "over": "Terminé",
      "next": "À suivre",
      "allNow": "Tout le programme",
      "timeOf": "Grille horaire : {1}"
    },
    "live": {
      "full": "Complet",
      "stream": "En direct",
      "recording": "Enregistrement",
      "recordings": "Enregistrements"
    },
    "changes": {
      "title": "Changements au programme",
      "link": "Ce qui a changé",
      "empty": "Rien n’a changé pour l’instant.",
      "since": "Depuis votre dernière visite",
      "feed": "Suivre les changements (flux Atom)",
      "types": {
        "new": "Nouveau",
        "moved": "Déplacé",
        "retitled": "Nouveau titre",
        "cancelled": "Annulé",
        "restored": "A finalement lieu",
        "removed": "Retiré"
      },
      "time": "de {1} à {2}",
      "end": "jusqu’à {2} au lieu de {1}",
      "place": "de « {1} » vers « {2} »",
      "placeNow": "désormais : « {1} »",
      "placeNoLonger": "plus à « {1} »",
      "was": "auparavant {1}",
      "titleWas": "auparavant « {1} »"
    },
    "paper": {
      "title": "Papier et écrans",
      "howTo": "Ouvrez une page et imprimez-la avec votre navigateur. Les écrans se mettent à jour seuls et continuent sans réseau.",
      "booklet": "Livret",
      "poster": "Affiche",
      "signs": "Panneaux de porte",
      "screens": "Écrans",
      "foyer": "Accueil",
      "scan": "Scannez pour le programme à jour"
    },
    "kiosk": {
      "now": "En ce moment",
      "next": "Ensuite",
      "nothing": "Rien pour le moment",
      "over": "Le programme est terminé. À la prochaine."
    },
    "places": "Lieux",
    "onTheMap": "Voir sur le plan",
    "articles": {
      "empty": "Aucun article pour le moment.",
      "published": "Publié le",
      "newer": "Plus récents",
      "older": "Plus anciens",
      "page": "Page {1} sur {2}",
      "feed": "Suivre par flux Atom",
      "pages": "Pages d’articles"
    },
    "calendars": {
      "title": "Agendas",
      "note": "Un agenda auquel vous vous abonnez suit les changements. Un fichier téléchargé, non.",
      "whole": "Tout le programme",
      "place": "Agenda de ce lieu",
      "subscribe": "S’abonner",
      "download": "Télécharger",
      "apps": "Pour Giggity, EventFahrplan et les applications semblables :"
    },
    "hosts": {
      "empty": "Les intervenants seront bientôt annoncés.",
      "sessions": "Ses rendez-vous",
      "links": "Ailleurs"
    },
    "map": {
      "empty": "Aucun plan pour le moment.",
      "zoomIn": "Agrandir",
      "zoomOut": "Réduire",
      "reset": "Vue entière",
      "legend": "Sur ce plan",
      "howTo": "Faites glisser pour vous déplacer ; molette, pincement, flèches et touches + et − fonctionnent aussi.",
      "filter": "Types de lieux",
      "whole": "Ouvrir le plan entier",
      "types": {
        "entrance": "Entrées",
        "exhibitor": "Exposants",
        "facility": "Services",
        "family": "Familles",
        "food": "À boire et à manger",
        "info": "Informations",
        "landmark": "Repères",
        "stage": "Scènes",
        "toilet": "Toilettes",
        "transport": "Transports",
        "venue": "Salles"
      }
    },
    "favourites": {
      "label": "Favori : {title}",
      "empty": "Rien encore. Dans le programme, le cœur garde ce qui vous tente.",
      "device": "Vos favoris restent dans ce navigateur. Ceux de l’application sont à part.",
      "needsScript": "Les favoris ont besoin de JavaScript, désactivé ici. Le programme, lui, se lit sans.",
      "unkept": "Ce navigateur n’a pas pu enregistrer vos favoris. Ils seront perdus quand vous quitterez cette page.",
      "toProgramme": "Ouvrir le programme",
      "failed": "Le programme n’a pas pu être chargé. Rechargez cette page une fois en ligne.",
      "count": {
        "one": "{n} rendez-vous",
        "other": "{n} rendez-vous"
      },
      "clashes": {
        "one": "{n} chevauchement",
        "other": "{n} chevauchements"
      },
      "missing": {
        "one": "{n} favori n’est plus au programme.",
        "other": "{n} favoris ne sont plus au programme."
      },
      "removeMissing": "Retirer de la liste",
      "clash": "En même temps : {title}",
      "gap": "{time} de libre",
      "moveTo": "puis {place}",
      "walk": "environ {time} à pied",
      "tight": "{time} pour rejoindre {place}, environ {walk} à pied",
      "share": "Partager",
      "copy": "Copier le lien",
      "copied": "Copié",
      "link": "Lien vers ce plan",
      "linkNote": "Votre liste est dans le lien. Qui l’ouvre peut la voir et la garder.",
      "code": "Code QR du lien",
      "tooLong": "La liste est trop longue pour un code QR. Le lien fonctionne.",
      "calendar": "Ajouter à mon agenda",
      "calendarName": "Mon programme",
      "remind": "Me le rappeler 15 minutes avant",
      "remindNote": "Les rappels n’apparaissent que si ce site ou l’application installée est ouvert. Le fichier d’agenda contient des alarmes qui n’ont besoin ni de l’un ni de l’autre.",
      "remindBlocked": "Votre navigateur bloque les notifications de ce site. Autorisez-les dans ses réglages, puis réessayez.",
      "print": "Imprimer",
      "shared": "On vous a partagé un programme",
      "sharedCount": {
        "one": "{n} rendez-vous :",
        "other": "{n} rendez-vous :"
      },
      "sharedUnknown": {
        "one": "{n} rendez-vous n’est plus au programme.",
        "other": "{n} rendez-vous ne sont plus au programme."
      },
      "damaged": "Ce lien est abîmé ou incomplet. Demandez-le de nouveau.",
      "merge": "Ajouter à mes favoris",
      "replace": "Remplacer mes favoris",
      "dismiss": "Pas maintenant"
    },
    "search": {
      "label": "Que cherchez-vous ?",
      "submit": "Chercher",
      "results": "Résultats : {1}",
      "none": "Rien trouvé. Essayez un mot plus court.",
      "failed": "La recherche n’a pas pu être chargée. Vérifiez votre connexion et réessayez.",
      "everything": "Tout le site",
      "needsScript": "La recherche a besoin de JavaScript ; voici toutes les pages."
    },
    "countdown": {
      "days": "jours",
      "hours": "h",
      "minutes": "min",
      "seconds": "s",
      "left": {
        "day": {
          "one": "{1} jour",
          "other": "{1} jours"
        },
        "hour": {
          "one": "{1} heure",
          "other": "{1} heures"
        },
        "minute": {
          "one": "{1} minute",
          "other": "{1} minutes"
        }
      },
      "over": "C’est commencé",
      "ended": "C’est terminé"
    },
    "embed": {
      "load": "Afficher le contenu",
      "note": "Ce contenu vient de {1}, qui saura que vous l’avez affiché.",
      "open": "Ouvrir sur {1}"
    },
    "meteo": {
      "load": "Afficher les prévisions",
      "note": "Les prévisions viennent d’open-meteo.com, interrogé seulement si vous le demandez.",
      "open": "Prévisions pour {1} sur yr.no",
      "empty": "Aucun lieu n’est donné pour la météo.",
      "failed": "Les prévisions ne répondent pas.",
      "position": "{1}°, {2}°",
      "title": "Le temps qu’il fera"
    },
    "inTheApp": {
      "auth": "La connexion se fait dans l’application. Ce site n’a pas de comptes.",
      "profile": "Votre profil vit dans l’application. Ici, seuls vos favoris sont gardés, dans ce navigateur.",
      "localTicket": "Vos billets sont dans l’application, lisibles même hors connexion. Ce site ne les connaît pas.",
      "networkingScan": "Scanner la carte d’une autre personne se fait dans l’application, qui a accès à l’appareil photo.",
      "networkingForms": "Voici les questions. Vos réponses restent dans ce navigateur ; pour les échanger avec d’autres, utilisez l’application.",
      "contact": "La messagerie de l’équipe est dans l’application."
    },
    "profileTiles": "Mon espace",
    "contact": {
      "write": "Écrire",
      "call": "Appeler",
      "follow": "Nous suivre",
      "from": "indiqué sur « {1} »"
    },
    "campaigns": {
      "empty": "Aucune annonce en ce moment.",
      "until": "Jusqu’au {1}"
    },
    "offline": {
      "updated": "Cette page a été mise à jour.",
      "reload": "Voir la nouvelle version",
      "noNetwork": "Vous êtes hors connexion. Réessayez quand vous aurez du réseau.",
      "title": "Vous êtes hors connexion",
      "text": "Cette page n’est pas enregistrée sur cet appareil. Celles-ci le sont :"
    },
    "notFound": {
      "title": "Cette page n’existe pas",
      "text": "Elle a peut-être changé d’adresse. Ces pages-ci sont sûres :"
    },
    "moved": {
      "title": "Cette page a changé d’adresse",
      "text": "Vous la trouverez ici :"
    },
    "footer": {
      "made": "Site construit avec gitcast",
      "top": "Haut de page"
    },
    "occasion": {
      "over": "Cette édition est terminée. Merci d’avoir été là."
    },
    "header": {
      "pause": "Arrêter le défilement des images",
      "play": "Relancer le défilement des images"
    },
    "carousel": {
      "previous": "Précédent",
      "next": "Suivant",
      "pictures": "Images"
    },
    "texts": {
      "contents": "Sommaire",
      "table": "Tableau",
      "linkTo": "Lien vers « {1} »",
      "footnotes": "Notes",
      "footnote": "Note {1}",
      "backTo": "Retour à l’appel de note {1}",
      "done": "Fait",
      "open": "À faire",
      "admonitions": {
        "note": "À noter",
        "tip": "Conseil",
        "important": "Important",
        "warning": "Attention",
        "caution": "Danger"
      }
    },
    "externalMedia": "Voir le fichier sur {1}",
    "required": "obligatoire"
  },
  "it": {
    "language": "Italiano",
    "screens": {
      "contact": "Contatti",
      "localTicket": "I miei biglietti",
      "articles": "Articoli",
      "maps": "Mappe",
      "home": "Home",
      "program": "Programma",
      "hosts": "Ospiti",
      "menu": "Menu",
      "auth": "Accedi",
      "profile": "Profilo",
      "favorites": "Preferiti",
      "campaigns": "Annunci",
      "networkingForms": "Incontri",
      "networkingScan": "Scansiona un biglietto",
      "meteo": "Meteo",
      "search": "Cerca"
    },
    "skipToContent": "Vai al contenuto",
    "mainNavigation": "Navigazione principale",
    "languages": "Lingue",
    "menu": "Menu",
    "close": "Chiudi",
    "back": "Indietro",
    "readMore": "Continua a leggere",
    "openInNewSite": "altro sito",
    "programme": {
      "byDay": "Per giorno",
      "byPlace": "Per luogo",
      "days": "Giorni",
      "filters": "Filtra",
      "filter": "Categorie",
      "now": "In corso",
      "empty": "Il programma non è ancora pubblicato.",
      "noMatch": "Niente corrisponde a questi filtri.",
      "addToCalendar": "Aggiungi al calendario",
      "elsewhere": "Altri luoghi",
      "meanwhile": "Nello stesso momento",
      "timesIn": "Orari: {1}.",
      "night": "Dopo mezzanotte",
      "here": "In programma qui",
      "withHosts": "Con",
      "uncategorised": "Altro",
      "byCategory": "Per categoria",
      "grid": "Griglia",
      "anyCategory": "Tutte le categorie",
      "place": "Luogo",
      "anyPlace": "Tutti i luoghi",
      "from": "A partire da",
      "anyTime": "Qualsiasi ora",
      "clear": "Azzera i filtri",
      "jump": "Vai a",
      "events": {
        "one": "{1} appuntamento",
        "other": "{1} appuntamenti"
      },
      "past": "Già finiti: {n}",
      "found": "Risultati: {n}",
      "continues": "Continua",
      "since": "da {1}",
      "until": "fino a",
      "allMeanwhile": "Tutto a quest’ora",
      "ownZone": "Mostra nel mio fuso orario ({zone})",
      "eventZone": "Mostra nel fuso orario dell’evento",
      "timesInOwn": "Date e orari nel tuo fuso orario: {zone}.",
      "starts": "Inizia {when}",
      "over": "Terminato",
      "next": "A seguire",
      "allNow": "Tutto il programma",
      "timeOf": "Griglia oraria: {1}"
    },
    "live": {
      "full": "Completo",
      "stream": "In diretta",
      "recording": "Registrazione",
      "recordings": "Registrazioni"
    },
    "changes": {
      "title": "Modifiche al programma",
      "link": "Che cosa è cambiato",
      "empty": "Finora non è cambiato niente.",
      "since": "Dalla tua ultima visita",
      "feed": "Segui le modifiche (feed Atom)",
      "types": {
        "new": "Nuovo",
        "moved": "Spostato",
        "retitled": "Nuovo titolo",
        "cancelled": "Annullato",
        "restored": "Si terrà regolarmente",
        "removed": "Rimosso"
      },
      "time": "{2} anziché {1}",
      "end": "fino alle {2} anziché alle {1}",
      "place": "da «{1}» a «{2}»",
      "placeNow": "nuovo luogo: «{1}»",
      "placeNoLonger": "non più presso «{1}»",
      "was": "prima: {1}",
      "titleWas": "prima: «{1}»"
    },
    "paper": {
      "title": "Stampa e schermi",
      "howTo": "Apri una pagina e stampala con il browser. Gli schermi si aggiornano da soli e funzionano anche senza rete.",
      "booklet": "Libretto",
      "poster": "Locandina",
      "signs": "Cartelli per le porte",
      "screens": "Schermi",
      "foyer": "Foyer",
      "scan": "Scansiona per il programma aggiornato"
    },
    "kiosk": {
      "now": "Adesso",
      "next": "A seguire",
      "nothing": "Niente al momento",
      "over": "Il programma è finito. Alla prossima."
    },
    "places": "Luoghi",
    "onTheMap": "Vedi sulla mappa",
    "articles": {
      "empty": "Ancora nessun articolo.",
      "published": "Pubblicato il",
      "newer": "Più recenti",
      "older": "Meno recenti",
      "page": "Pagina {1} di {2}",
      "feed": "Segui il feed Atom",
      "pages": "Pagine degli articoli"
    },
    "calendars": {
      "title": "Calendari",
      "note": "Un calendario a cui ti abboni segue le modifiche. Un file scaricato no.",
      "whole": "Tutto il programma",
      "place": "Calendario di questo luogo",
      "subscribe": "Abbonati",
      "download": "Scarica",
      "apps": "Per Giggity, EventFahrplan e app simili:"
    },
    "hosts": {
      "empty": "Gli ospiti saranno annunciati presto.",
      "sessions": "Appuntamenti",
      "links": "Altrove"
    },
    "map": {
      "empty": "Ancora nessuna mappa.",
      "zoomIn": "Ingrandisci",
      "zoomOut": "Riduci",
      "reset": "Tutta la mappa",
      "legend": "Su questa mappa",
      "howTo": "Trascina per spostarti. Funzionano anche la rotella, due dita, le frecce e i tasti + e −.",
      "filter": "Tipi di luoghi",
      "whole": "Apri tutta la mappa",
      "types": {
        "entrance": "Ingressi",
        "exhibitor": "Espositori",
        "facility": "Servizi",
        "family": "Famiglie",
        "food": "Cibo e bevande",
        "info": "Informazioni",
        "landmark": "Punti di riferimento",
        "stage": "Palchi",
        "toilet": "Toilette",
        "transport": "Trasporti",
        "venue": "Sedi"
      }
    },
    "favourites": {
      "label": "Preferito: {title}",
      "empty": "Ancora niente. Nel programma, il cuore conserva ciò che ti piace.",
      "device": "I tuoi preferiti sono salvati in questo browser. Quelli dell’app sono a parte.",
      "needsScript": "I preferiti richiedono JavaScript, che qui è disattivato. Il programma funziona anche senza.",
      "unkept": "Questo browser non ha potuto salvare i preferiti. Andranno persi quando si lascia la pagina.",
      "toProgramme": "Apri il programma",
      "failed": "Non è stato possibile caricare il programma. Ricarica questa pagina quando sei online.",
      "count": {
        "one": "{n} appuntamento",
        "other": "{n} appuntamenti"
      },
      "clashes": {
        "one": "{n} sovrapposizione",
        "other": "{n} sovrapposizioni"
      },
      "missing": {
        "one": "{n} preferito non è più in programma.",
        "other": "{n} preferiti non sono più in programma."
      },
      "removeMissing": "Togli dalla lista",
      "clash": "In contemporanea con {title}",
      "gap": "{time} di pausa",
      "moveTo": "poi {place}",
      "walk": "circa {time} a piedi",
      "tight": "{time} per raggiungere {place}, circa {walk} a piedi",
      "share": "Condividi",
      "copy": "Copia il link",
      "copied": "Copiato",
      "link": "Link a questa lista",
      "linkNote": "La tua lista è nel link stesso. Chi lo apre può vederla e conservarla.",
      "code": "Codice QR del link",
      "tooLong": "La lista è troppo lunga per un codice QR. Il link funziona.",
      "calendar": "Aggiungi al mio calendario",
      "calendarName": "Il mio programma",
      "remind": "Avvisami 15 minuti prima",
      "remindNote": "I promemoria compaiono solo mentre questo sito o l’app installata è aperto. Il file del calendario contiene avvisi che non ne hanno bisogno.",
      "remindBlocked": "Il browser blocca le notifiche di questo sito. Consentile nelle impostazioni e riprova.",
      "print": "Stampa",
      "shared": "Una lista è stata condivisa con te",
      "sharedCount": {
        "one": "{n} appuntamento:",
        "other": "{n} appuntamenti:"
      },
      "sharedUnknown": {
        "one": "{n} appuntamento non è più in programma.",
        "other": "{n} appuntamenti non sono più in programma."
      },
      "damaged": "Questo link è danneggiato o incompleto. Chiedilo di nuovo.",
      "merge": "Aggiungi ai miei preferiti",
      "replace": "Sostituisci i miei preferiti",
      "dismiss": "Non ora"
    },
    "search": {
      "label": "Che cosa cerchi?",
      "submit": "Cerca",
      "results": {
        "one": "{1} risultato",
        "other": "{1} risultati"
      },
      "none": "Nessun risultato. Prova una parola più breve.",
      "failed": "Non è stato possibile caricare la ricerca. Controlla la connessione e riprova.",
      "everything": "Tutto il sito",
      "needsScript": "La ricerca richiede JavaScript. Ecco l’elenco di tutte le pagine."
    },
    "countdown": {
      "days": "giorni",
      "hours": "h",
      "minutes": "min",
      "seconds": "s",
      "left": {
        "day": {
          "one": "{1} giorno",
          "other": "{1} giorni"
        },
        "hour": {
          "one": "{1} ora",
          "other": "{1} ore"
        },
        "minute": {
          "one": "{1} minuto",
          "other": "{1} minuti"
        }
      },
      "over": "È iniziato",
      "ended": "È finito"
    },
    "embed": {
      "load": "Mostra il contenuto",
      "note": "Questo contenuto viene da {1}. Se lo mostri, quel sito lo saprà.",
      "open": "Apri su {1}"
    },
    "meteo": {
      "load": "Mostra le previsioni",
      "note": "Le previsioni vengono da open-meteo.com e sono caricate solo se lo chiedi.",
      "open": "Previsioni per {1} su yr.no",
      "empty": "Nessun luogo è indicato per le previsioni.",
      "failed": "Non è stato possibile caricare le previsioni.",
      "position": "{1}°, {2}°",
      "title": "Previsioni del tempo"
    },
    "inTheApp": {
      "auth": "Puoi accedere con l’app. Questo sito non ha account.",
      "profile": "Il tuo profilo è nell’app. Questo sito salva solo i tuoi preferiti, in questo browser.",
      "localTicket": "I tuoi biglietti sono nell’app, anche senza rete. Questo sito non può vederli.",
      "networkingScan": "Scansiona il biglietto di un’altra persona con l’app, che può usare la fotocamera.",
      "networkingForms": "Ecco le domande. Le tue risposte restano in questo browser. Per scambiarle, usa l’app.",
      "contact": "Puoi inviare messaggi all’organizzazione dall’app."
    },
    "profileTiles": "Il mio spazio",
    "contact": {
      "write": "Scrivi",
      "call": "Chiama",
      "follow": "Seguici",
      "from": "da «{1}»"
    },
    "campaigns": {
      "empty": "Nessun annuncio al momento.",
      "until": "Fino a {1}"
    },
    "offline": {
      "updated": "Questa pagina è stata aggiornata.",
      "reload": "Mostra la nuova versione",
      "noNetwork": "Sei offline. Riprova quando hai una connessione.",
      "title": "Sei offline",
      "text": "Questa pagina non è salvata su questo dispositivo. Queste invece sì:"
    },
    "notFound": {
      "title": "Questa pagina non esiste",
      "text": "Forse è stata spostata. Prova una di queste pagine:"
    },
    "moved": {
      "title": "Questa pagina è stata spostata",
      "text": "La trovi qui:"
    },
    "footer": {
      "made": "Realizzato con gitcast",
      "top": "Torna su"
    },
    "occasion": {
      "over": "Questa edizione è finita. Grazie per la partecipazione."
    },
    "header": {
      "pause": "Ferma le immagini",
      "play": "Fai scorrere le immagini"
    },
    "carousel": {
      "previous": "Precedente",
      "next": "Successiva",
      "pictures": "Immagini"
    },
    "texts": {
      "contents": "Indice",
      "table": "Tabella",
      "linkTo": "Link a «{1}»",
      "footnotes": "Note",
      "footnote": "Nota {1}",
      "backTo": "Torna al richiamo {1}",
      "done": "Fatto",
      "open": "Da fare",
      "admonitions": {
        "note": "Nota",
        "tip": "Consiglio",
        "important": "Importante",
        "warning": "Attenzione",
        "caution": "Pericolo"
      }
    },
    "externalMedia": "Apri il file su {1}",
    "required": "obbligatorio"
  },
  "nl": {
    "language": "Nederlands",
    "screens": {
      "contact": "Contact",
      "localTicket": "Mijn tickets",
      "articles": "Artikelen",
      "maps": "Plattegronden",
      "home": "Start",
      "program": "Programma",
      "hosts": "Gasten",
      "menu": "Menu",
      "auth": "Inloggen",
      "profile": "Profiel",
      "favorites": "Favorieten",
      "campaigns": "Mededelingen",
      "networkingForms": "Netwerken",
      "networkingScan": "Een kaartje scannen",
      "meteo": "Weer",
      "search": "Zoeken"
    },
    "skipToContent": "Naar de inhoud",
    "mainNavigation": "Hoofdnavigatie",
    "languages": "Talen",
    "menu": "Menu",
    "close": "Sluiten",
    "back": "Terug",
    "readMore": "Verder lezen",
    "openInNewSite": "andere site",
    "programme": {
      "byDay": "Per dag",
      "byPlace": "Per locatie",
      "days": "Dagen",
      "filters": "Filteren",
      "filter": "Categorieën",
      "now": "Nu bezig",
      "empty": "Het programma is nog niet bekend.",
      "noMatch": "Niets gevonden met deze filters.",
      "addToCalendar": "In je agenda zetten",
      "elsewhere": "Andere locaties",
      "meanwhile": "Op hetzelfde moment",
      "timesIn": "Alle tijden: {1}.",
      "night": "Na middernacht",
      "here": "Programma op deze locatie",
      "withHosts": "Met",
      "uncategorised": "Overig",
      "byCategory": "Per categorie",
      "grid": "Rooster",
      "anyCategory": "Alle categorieën",
      "place": "Locatie",
      "anyPlace": "Alle locaties",
      "from": "Vanaf",
      "anyTime": "Elk tijdstip",
      "clear": "Filters wissen",
      "jump": "Ga naar",
      "events": {
        "one": "{1} onderdeel",
        "other": "{1} onderdelen"
      },
      "past": "Al afgelopen: {n}",
      "found": "Resultaten: {n}",
      "continues": "Loopt door",
      "since": "sinds {1}",
      "until": "tot",
      "allMeanwhile": "Alles op dit tijdstip",
      "ownZone": "In mijn tijdzone tonen ({zone})",
      "eventZone": "In de tijdzone van het evenement tonen",
      "timesInOwn": "Datums en tijden in jouw tijdzone: {zone}.",
      "starts": "Begint {when}",
      "over": "Afgelopen",
      "next": "Straks",
      "allNow": "Het hele programma",
      "timeOf": "Rooster: {1}"
    },
    "live": {
      "full": "Vol",
      "stream": "Livestream",
      "recording": "Opname",
      "recordings": "Opnamen"
    },
    "changes": {
      "title": "Wijzigingen in het programma",
      "link": "Wat er is veranderd",
      "empty": "Er is nog niets veranderd.",
      "since": "Sinds je laatste bezoek",
      "feed": "De wijzigingen volgen (Atom-feed)",
      "types": {
        "new": "Nieuw",
        "moved": "Verplaatst",
        "retitled": "Nieuwe titel",
        "cancelled": "Geannuleerd",
        "restored": "Gaat toch door",
        "removed": "Geschrapt"
      },
      "time": "van {1} naar {2}",
      "end": "tot {2} in plaats van {1}",
      "place": "van ‘{1}’ naar ‘{2}’",
      "placeNow": "nieuwe locatie: ‘{1}’",
      "placeNoLonger": "niet meer op locatie ‘{1}’",
      "was": "eerder: {1}",
      "titleWas": "eerder: ‘{1}’"
    },
    "paper": {
      "title": "Papier en schermen",
      "howTo": "Open een pagina en druk haar af met je browser. Schermen verversen zichzelf en blijven werken zonder netwerk.",
      "booklet": "Programmaboekje",
      "poster": "Poster",
      "signs": "Deurborden",
      "screens": "Schermen",
      "foyer": "Foyer",
      "scan": "Scan voor het actuele programma"
    },
    "kiosk": {
      "now": "Nu",
      "next": "Straks",
      "nothing": "Op dit moment niets",
      "over": "Het programma is afgelopen. Tot de volgende keer."
    },
    "places": "Locaties",
    "onTheMap": "Bekijk op de plattegrond",
    "articles": {
      "empty": "Nog geen artikelen.",
      "published": "Gepubliceerd op",
      "newer": "Nieuwere",
      "older": "Oudere",
      "page": "Pagina {1} van {2}",
      "feed": "De Atom-feed volgen",
      "pages": "Pagina’s met artikelen"
    },
    "calendars": {
      "title": "Agenda’s",
      "note": "Een agenda waarop je je abonneert, volgt wijzigingen. Een gedownload bestand niet.",
      "whole": "Het hele programma",
      "place": "Agenda van deze locatie",
      "subscribe": "Abonneren",
      "download": "Downloaden",
      "apps": "Voor Giggity, EventFahrplan en vergelijkbare apps:"
    },
    "hosts": {
      "empty": "De gasten worden binnenkort bekendgemaakt.",
      "sessions": "Optredens",
      "links": "Elders"
    },
    "map": {
      "empty": "Nog geen plattegronden.",
      "zoomIn": "Inzoomen",
      "zoomOut": "Uitzoomen",
      "reset": "Hele plattegrond",
      "legend": "Op deze plattegrond",
      "howTo": "Sleep om te bewegen. Het muiswiel, twee vingers, de pijltjes en de toetsen + en − werken ook.",
      "filter": "Soorten locaties",
      "whole": "De hele plattegrond openen",
      "types": {
        "entrance": "Ingangen",
        "exhibitor": "Exposanten",
        "facility": "Voorzieningen",
        "family": "Gezinnen",
        "food": "Eten en drinken",
        "info": "Informatie",
        "landmark": "Herkenningspunten",
        "stage": "Podia",
        "toilet": "Toiletten",
        "transport": "Vervoer",
        "venue": "Zalen"
      }
    },
    "favourites": {
      "label": "Favoriet: {title}",
      "empty": "Hier staat nog niets. Met het hartje in het programma bewaar je wat je leuk vindt.",
      "device": "Je favorieten staan in deze browser. Die in de app staan daar los van.",
      "needsScript": "Favorieten hebben JavaScript nodig, en dat staat uit. Het programma werkt ook zonder.",
      "unkept": "Deze browser kon je favorieten niet opslaan. Ze gaan verloren als je deze pagina verlaat.",
      "toProgramme": "Het programma openen",
      "failed": "Het programma kon niet worden geladen. Laad deze pagina opnieuw als je online bent.",
      "count": {
        "one": "{n} onderdeel",
        "other": "{n} onderdelen"
      },
      "clashes": {
        "one": "{n} overlapping",
        "other": "{n} overlappingen"
      },
      "missing": {
        "one": "{n} favoriet staat niet meer in het programma.",
        "other": "{n} favorieten staan niet meer in het programma."
      },
      "removeMissing": "Uit de lijst verwijderen",
      "clash": "Tegelijk met {title}",
      "gap": "{time} vrij",
      "moveTo": "daarna {place}",
      "walk": "ongeveer {time} lopen",
      "tight": "{time} om bij {place} te komen, ongeveer {walk} lopen",
      "share": "Delen",
      "copy": "De link kopiëren",
      "copied": "Gekopieerd",
      "link": "Link naar deze planning",
      "linkNote": "Je lijst staat in de link zelf. Wie hem opent, kan de lijst zien en bewaren.",
      "code": "QR-code van de link",
      "tooLong": "De lijst is te lang voor een QR-code. De link werkt wel.",
      "calendar": "In mijn agenda zetten",
      "calendarName": "Mijn planning",
      "remind": "Herinner mij 15 minuten van tevoren",
      "remindNote": "Herinneringen verschijnen alleen zolang deze site of de geïnstalleerde app open is. Het agendabestand bevat herinneringen die geen van beide nodig hebben.",
      "remindBlocked": "De browser blokkeert meldingen van deze site. Sta ze toe in de instellingen en probeer het opnieuw.",
      "print": "Afdrukken",
      "shared": "Er is een planning met je gedeeld",
      "sharedCount": {
        "one": "{n} onderdeel:",
        "other": "{n} onderdelen:"
      },
      "sharedUnknown": {
        "one": "{n} onderdeel staat niet meer in het programma.",
        "other": "{n} onderdelen staan niet meer in het programma."
      },
      "damaged": "Deze link is beschadigd of onvolledig. Vraag hem opnieuw.",
      "merge": "Aan mijn favorieten toevoegen",
      "replace": "Mijn favorieten vervangen",
      "dismiss": "Niet nu"
    },
    "search": {
      "label": "Wat zoek je?",
      "submit": "Zoeken",
      "results": {
        "one": "{1} resultaat",
        "other": "{1} resultaten"
      },
      "none": "Geen resultaten. Probeer een korter woord.",
      "failed": "Het zoeken kon niet worden geladen. Controleer je verbinding en probeer het opnieuw.",
      "everything": "De hele site",
      "needsScript": "Zoeken heeft JavaScript nodig. Hier is een lijst van alle pagina’s."
    },
    "countdown": {
      "days": "dagen",
      "hours": "u",
      "minutes": "min",
      "seconds": "s",
      "left": {
        "day": {
          "one": "{1} dag",
          "other": "{1} dagen"
        },
        "hour": {
          "one": "{1} uur",
          "other": "{1} uur"
        },
        "minute": {
          "one": "{1} minuut",
          "other": "{1} minuten"
        }
      },
      "over": "Het is begonnen",
      "ended": "Het is afgelopen"
    },
    "embed": {
      "load": "De inhoud tonen",
      "note": "Deze inhoud komt van {1}. Als je haar toont, weet die site dat.",
      "open": "Openen op {1}"
    },
    "meteo": {
      "load": "De weersverwachting tonen",
      "note": "De verwachting komt van open-meteo.com en wordt alleen op verzoek geladen.",
      "open": "Verwachting voor {1} op yr.no",
      "empty": "Voor de verwachting is geen plaats ingesteld.",
      "failed": "De verwachting kon niet worden geladen.",
      "position": "{1}°, {2}°",
      "title": "Weersverwachting"
    },
    "inTheApp": {
      "auth": "Inloggen kan in de app. Deze site heeft geen accounts.",
      "profile": "Je profiel staat in de app. Deze site bewaart alleen je favorieten, in deze browser.",
      "localTicket": "Je tickets staan in de app, ook zonder netwerk. Deze site kan er niet bij.",
      "networkingScan": "Scan het kaartje van iemand anders met de app, die de camera kan gebruiken.",
      "networkingForms": "Dit zijn de vragen. Je antwoorden blijven in deze browser. Uitwisselen kan met de app.",
      "contact": "Berichten aan het team stuur je met de app."
    },
    "profileTiles": "Mijn ruimte",
    "contact": {
      "write": "Schrijven",
      "call": "Bellen",
      "follow": "Volg ons",
      "from": "van ‘{1}’"
    },
    "campaigns": {
      "empty": "Op dit moment geen mededelingen.",
      "until": "Tot {1}"
    },
    "offline": {
      "updated": "Deze pagina is bijgewerkt.",
      "reload": "De nieuwe versie tonen",
      "noNetwork": "Je bent offline. Probeer het opnieuw als je verbinding hebt.",
      "title": "Je bent offline",
      "text": "Deze pagina staat niet op dit apparaat. Deze pagina’s wel:"
    },
    "notFound": {
      "title": "Deze pagina bestaat niet",
      "text": "Misschien is ze verhuisd. Probeer een van deze pagina’s:"
    },
    "moved": {
      "title": "Deze pagina is verhuisd",
      "text": "Je vindt haar hier:"
    },
    "footer": {
      "made": "Gemaakt met gitcast",
      "top": "Naar boven"
    },
    "occasion": {
      "over": "Deze editie is voorbij. Bedankt voor je komst."
    },
    "header": {
      "pause": "De beelden stilzetten",
      "play": "De beelden afspelen"
    },
    "carousel": {
      "previous": "Vorige",
      "next": "Volgende",
      "pictures": "Beelden"
    },
    "texts": {
      "contents": "Inhoud",
      "table": "Tabel",
      "linkTo": "Link naar ‘{1}’",
      "footnotes": "Voetnoten",
      "footnote": "Voetnoot {1}",
      "backTo": "Terug naar verwijzing {1}",
      "done": "Klaar",
      "open": "Te doen",
      "admonitions": {
        "note": "Opmerking",
        "tip": "Tip",
        "important": "Belangrijk",
        "warning": "Let op",
        "caution": "Gevaar"
      }
    },
    "externalMedia": "Het bestand openen op {1}",
    "required": "verplicht"
  },
  "pt": {
    "language": "Português",
    "screens": {
      "contact": "Contacto",
      "localTicket": "Os meus bilhetes",
      "articles": "Artigos",
      "maps": "Mapas",
      "home": "Início",
      "program": "Programa",
      "hosts": "Convidados",
      "menu": "Menu",
      "auth": "Iniciar sessão",
      "profile": "Perfil",
      "favorites": "Favoritos",
      "campaigns": "Avisos",
      "networkingForms": "Encontros",
      "networkingScan": "Ler um cartão",
      "meteo": "Tempo",
      "search": "Pesquisa"
    },
    "skipToContent": "Ir para o conteúdo",
    "mainNavigation": "Navegação principal",
    "languages": "Línguas",
    "menu": "Menu",
    "close": "Fechar",
    "back": "Voltar",
    "readMore": "Ler mais",
    "openInNewSite": "outro site",
    "programme": {
      "byDay": "Por dia",
      "byPlace": "Por local",
      "days": "Dias",
      "filters": "Filtrar",
      "filter": "Categorias",
      "now": "A decorrer",
      "empty": "O programa ainda não foi publicado.",
      "noMatch": "Nada corresponde a estes filtros.",
      "addToCalendar": "Adicionar ao calendário",
      "elsewhere": "Outros locais",
      "meanwhile": "À mesma hora",
      "timesIn": "Horários: {1}.",
      "night": "Depois da meia-noite",
      "here": "Programa neste local",
      "withHosts": "Com",
      "uncategorised": "Outros",
      "byCategory": "Por categoria",
      "grid": "Grelha",
      "anyCategory": "Todas as categorias",
      "place": "Local",
      "anyPlace": "Todos os locais",
      "from": "A partir de",
      "anyTime": "Qualquer hora",
      "clear": "Limpar os filtros",
      "jump": "Ir para",
      "events": {
        "one": "{1} evento",
        "other": "{1} eventos"
      },
      "past": "Já terminados: {n}",
      "found": "Resultados: {n}",
      "continues": "Continua",
      "since": "desde {1}",
      "until": "até",
      "allMeanwhile": "Tudo a esta hora",
      "ownZone": "Mostrar no meu fuso horário ({zone})",
      "eventZone": "Mostrar no fuso horário do evento",
      "timesInOwn": "Datas e horários no seu fuso horário: {zone}.",
      "starts": "Começa {when}",
      "over": "Terminado",
      "next": "A seguir",
      "allNow": "Todo o programa",
      "timeOf": "Grelha horária: {1}"
    },
    "live": {
      "full": "Esgotado",
      "stream": "Em direto",
      "recording": "Gravação",
      "recordings": "Gravações"
    },
    "changes": {
      "title": "Alterações ao programa",
      "link": "O que mudou",
      "empty": "Até agora, nada mudou.",
      "since": "Desde a sua última visita",
      "feed": "Seguir as alterações (feed Atom)",
      "types": {
        "new": "Novo",
        "moved": "Alterado",
        "retitled": "Novo título",
        "cancelled": "Cancelado",
        "restored": "Afinal realiza-se",
        "removed": "Retirado"
      },
      "time": "de {1} para {2}",
      "end": "até às {2} em vez das {1}",
      "place": "de «{1}» para «{2}»",
      "placeNow": "agora em «{1}»",
      "placeNoLonger": "já não em «{1}»",
      "was": "antes: {1}",
      "titleWas": "antes: «{1}»"
    },
    "paper": {
      "title": "Impressão e ecrãs",
      "howTo": "Abra uma página e imprima-a com o seu navegador. Os ecrãs atualizam-se sozinhos e continuam a funcionar sem rede.",
      "booklet": "Brochura",
      "poster": "Cartaz",
      "signs": "Placas de porta",
      "screens": "Ecrãs",
      "foyer": "Átrio",
      "scan": "Leia o código para ver o programa atualizado"
    },
    "kiosk": {
      "now": "Agora",
      "next": "A seguir",
      "nothing": "Nada neste momento",
      "over": "O programa terminou. Até à próxima."
    },
    "places": "Locais",
    "onTheMap": "Ver no mapa",
    "articles": {
      "empty": "Ainda não há artigos.",
      "published": "Publicado em",
      "newer": "Mais recentes",
      "older": "Mais antigos",
      "page": "Página {1} de {2}",
      "feed": "Seguir o feed Atom",
      "pages": "Páginas de artigos"
    },
    "calendars": {
      "title": "Calendários",
      "note": "Um calendário que subscreve acompanha as alterações. Um ficheiro descarregado, não.",
      "whole": "Todo o programa",
      "place": "Calendário deste local",
      "subscribe": "Subscrever",
      "download": "Descarregar",
      "apps": "Para Giggity, EventFahrplan e aplicações semelhantes:"
    },
    "hosts": {
      "empty": "Os convidados serão anunciados em breve.",
      "sessions": "Participações",
      "links": "Noutros sítios"
    },
    "map": {
      "empty": "Ainda não há mapas.",
      "zoomIn": "Ampliar",
      "zoomOut": "Reduzir",
      "reset": "Mapa inteiro",
      "legend": "Neste mapa",
      "howTo": "Arraste para se mover. A roda do rato, dois dedos, as setas e as teclas + e − também funcionam.",
      "filter": "Tipos de locais",
      "whole": "Abrir o mapa inteiro",
      "types": {
        "entrance": "Entradas",
        "exhibitor": "Expositores",
        "facility": "Serviços",
        "family": "Famílias",
        "food": "Comida e bebida",
        "info": "Informações",
        "landmark": "Pontos de referência",
        "stage": "Palcos",
        "toilet": "Casas de banho",
        "transport": "Transportes",
        "venue": "Espaços"
      }
    },
    "favourites": {
      "label": "Favorito: {title}",
      "empty": "Ainda não há nada aqui. No programa, o coração guarda o que lhe agrada.",
      "device": "Os seus favoritos ficam neste navegador. Os da aplicação são à parte.",
      "needsScript": "Os favoritos precisam de JavaScript, que está desligado. O programa funciona sem ele.",
      "unkept": "Este navegador não conseguiu guardar os seus favoritos. Perdem-se quando sair desta página.",
      "toProgramme": "Abrir o programa",
      "failed": "Não foi possível carregar o programa. Recarregue esta página quando tiver ligação.",
      "count": {
        "one": "{n} evento",
        "other": "{n} eventos"
      },
      "clashes": {
        "one": "{n} sobreposição",
        "other": "{n} sobreposições"
      },
      "missing": {
        "one": "{n} favorito já não está no programa.",
        "other": "{n} favoritos já não estão no programa."
      },
      "removeMissing": "Retirar da lista",
      "clash": "Ao mesmo tempo que {title}",
      "gap": "{time} de intervalo",
      "moveTo": "depois {place}",
      "walk": "cerca de {time} a pé",
      "tight": "{time} para chegar a {place}, cerca de {walk} a pé",
      "share": "Partilhar",
      "copy": "Copiar a ligação",
      "copied": "Copiado",
      "link": "Ligação para este plano",
      "linkNote": "A sua lista está na própria ligação. Quem a abrir pode ver a lista e guardá-la.",
      "code": "Código QR da ligação",
      "tooLong": "A lista é demasiado longa para um código QR. A ligação funciona.",
      "calendar": "Adicionar ao meu calendário",
      "calendarName": "O meu plano",
      "remind": "Lembrar-me 15 minutos antes",
      "remindNote": "Os lembretes só aparecem enquanto este site ou a aplicação instalada está aberto. O ficheiro de calendário tem alarmes que não precisam de nenhum dos dois.",
      "remindBlocked": "O navegador bloqueia as notificações deste site. Permita-as nas definições e tente de novo.",
      "print": "Imprimir",
      "shared": "Partilharam um plano consigo",
      "sharedCount": {
        "one": "{n} evento:",
        "other": "{n} eventos:"
      },
      "sharedUnknown": {
        "one": "{n} evento já não está no programa.",
        "other": "{n} eventos já não estão no programa."
      },
      "damaged": "Esta ligação está danificada ou incompleta. Peça-a de novo.",
      "merge": "Adicionar aos meus favoritos",
      "replace": "Substituir os meus favoritos",
      "dismiss": "Agora não"
    },
    "search": {
      "label": "O que procura?",
      "submit": "Pesquisar",
      "results": {
        "one": "{1} resultado",
        "other": "{1} resultados"
      },
      "none": "Sem resultados. Tente uma palavra mais curta.",
      "failed": "Não foi possível carregar a pesquisa. Verifique a sua ligação e tente de novo.",
      "everything": "Todo o site",
      "needsScript": "A pesquisa precisa de JavaScript. Eis a lista de todas as páginas."
    },
    "countdown": {
      "days": "dias",
      "hours": "h",
      "minutes": "min",
      "seconds": "s",
      "left": {
        "day": {
          "one": "{1} dia",
          "other": "{1} dias"
        },
        "hour": {
          "one": "{1} hora",
          "other": "{1} horas"
        },
        "minute": {
          "one": "{1} minuto",
          "other": "{1} minutos"
        }
      },
      "over": "Já começou",
      "ended": "Terminou"
    },
    "embed": {
      "load": "Mostrar o conteúdo",
      "note": "Este conteúdo vem de {1}. Se o mostrar, esse site ficará a saber.",
      "open": "Abrir em {1}"
    },
    "meteo": {
      "load": "Mostrar a previsão",
      "note": "A previsão vem de open-meteo.com e só é carregada a seu pedido.",
      "open": "Previsão para {1} em yr.no",
      "empty": "Não há local definido para a previsão.",
      "failed": "Não foi possível carregar a previsão.",
      "position": "{1}°, {2}°",
      "title": "Previsão do tempo"
    },
    "inTheApp": {
      "auth": "Pode iniciar sessão na aplicação. Este site não tem contas.",
      "profile": "O seu perfil está na aplicação. Este site guarda apenas os seus favoritos, neste navegador.",
      "localTicket": "Os seus bilhetes estão na aplicação, mesmo sem rede. Este site não tem acesso a eles.",
      "networkingScan": "Leia o cartão de outra pessoa com a aplicação, que pode usar a câmara.",
      "networkingForms": "Eis as perguntas. As suas respostas ficam neste navegador. Para as trocar, use a aplicação.",
      "contact": "Pode enviar mensagens à equipa pela aplicação."
    },
    "profileTiles": "O meu espaço",
    "contact": {
      "write": "Escrever",
      "call": "Telefonar",
      "follow": "Siga-nos",
      "from": "de «{1}»"
    },
    "campaigns": {
      "empty": "Não há avisos neste momento.",
      "until": "Até {1}"
    },
    "offline": {
      "updated": "Esta página foi atualizada.",
      "reload": "Mostrar a nova versão",
      "noNetwork": "Está sem ligação. Tente de novo quando tiver rede.",
      "title": "Está sem ligação",
      "text": "Esta página não está guardada neste dispositivo. Estas estão:"
    },
    "notFound": {
      "title": "Esta página não existe",
      "text": "Talvez tenha mudado de endereço. Experimente uma destas páginas:"
    },
    "moved": {
      "title": "Esta página mudou de endereço",
      "text": "Vai encontrá-la aqui:"
    },
    "footer": {
      "made": "Feito com gitcast",
      "top": "Voltar ao topo"
    },
    "occasion": {
      "over": "Esta edição terminou. Obrigado pela sua presença."
    },
    "header": {
      "pause": "Parar as imagens",
      "play": "Passar as imagens"
    },
    "carousel": {
      "previous": "Anterior",
      "next": "Seguinte",
      "pictures": "Imagens"
    },
    "texts": {
      "contents": "Índice",
      "table": "Tabela",
      "linkTo": "Ligação para «{1}»",
      "footnotes": "Notas",
      "footnote": "Nota {1}",
      "backTo": "Voltar à chamada {1}",
      "done": "Feito",
      "open": "Por fazer",
      "admonitions": {
        "note": "Nota",
        "tip": "Sugestão",
        "important": "Importante",
        "warning": "Atenção",
        "caution": "Cuidado"
      }
    },
    "externalMedia": "Abrir o ficheiro em {1}",
    "required": "obrigatório"
  }
} as const;
