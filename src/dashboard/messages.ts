const en = {
  'layout.skip': 'Skip to the content',
  'layout.signedInAs': 'Signed in as',
  'layout.signOut': 'Sign out',

  'signIn.title': 'Sign in',
  'signIn.ready': 'This link signs you in to {site}. It works once.',
  'signIn.button': 'Sign in',
  'signIn.signedOut': 'You are signed out.',
  'signIn.how':
    'You sign in with a link that works once, for 30 minutes. Make one on the machine that runs the server:',
  'signIn.terminal': 'The terminal in which “procgen serve” runs shows one, too.',
  'signIn.ask': 'No access to that machine? Ask the person who runs this server for a link.',
  'signIn.user': 'For another user than “local”, add {option}.',
  'signIn.refused': 'This link does not work any more. It was used already, or it is older than 30 minutes.',
  'signIn.insecureTitle': 'This connection is not encrypted',
  'signIn.insecure':
    'Signing in would send your session in the clear, so it is not possible here. Open this page with https, or on the server itself with http://localhost.',

  'keys.title': 'API keys',
  'keys.intro':
    'A key lets a program call this API in your name. Keep keys secret, and give each program its own.',
  'keys.listTitle': 'Your keys',
  'keys.name': 'Name',
  'keys.start': 'Key',
  'keys.permissions': 'Permissions',
  'keys.created': 'Created',
  'keys.lastUsed': 'Last used',
  'keys.expires': 'Expires',
  'keys.actions': 'Actions',
  'keys.never': 'Never',
  'keys.justNow': 'Just now',
  'keys.expired': 'Expired',
  'keys.new': 'New',
  'keys.full': 'Full access',
  'keys.read': 'Read only',
  'keys.delete': 'Delete',
  'keys.emptyTitle': 'No API keys yet',
  'keys.empty': 'Create your first key above. You will see it once, so have a safe place ready.',
  'keys.deleted': 'The key was deleted. It does not work any more.',
  'keys.repeated':
    'That form was sent already, and its key is in the list. A key is shown only once: if you have not copied it, delete it and create another.',

  'create.title': 'Create a key',
  'create.name': 'Name',
  'create.nameHint': 'What will use it, such as “CI” or “Billing import”.',
  'create.expiry': 'Expires',
  'create.days': '{days} days',
  'create.never': 'Never',
  'create.neverWarning':
    'A key that never expires keeps working after everyone has forgotten it. Choose a date if you can.',
  'create.access': 'Access',
  'create.button': 'Create key',
  'create.accessHint': 'Read only cannot change anything.',
  'create.failed': 'The key was not created.',
  'create.nameMissing': 'Give the key a name.',
  'create.nameInvalid': 'A name has at most 100 characters.',
  'create.expiryInvalid': 'Choose one of these.',
  'create.accessInvalid': 'Choose one of these.',
  'create.limit':
    'You have as many keys as a user may have. Delete one that nobody uses any more, then create this one.',
  'create.unavailable': 'The key could not be saved. Nothing was created; try again in a moment.',

  'reveal.title': 'Save your key “{name}” now',
  'reveal.once': 'This is the only time it is shown. Put it where your program reads its secrets.',
  'reveal.key': 'Your new key',
  'reveal.try': 'Try it',
  'reveal.copyKey': 'Copy key',
  'reveal.copyCommand': 'Copy command',
  'reveal.copied': 'Copied',
  'reveal.copyFailed': 'Not copied. Select the text and copy it yourself.',

  'delete.title': 'Delete the key “{name}”?',
  'delete.warning': 'Programs that use it are refused at once. This cannot be undone.',
  'delete.neverUsed': 'It has never been used.',
  'delete.lastUsed': 'Last used: {when}.',
  'delete.button': 'Delete key',
  'delete.cancel': 'Cancel',

  'error.back': 'To your API keys',
  'error.badRequest': 'That did not work',
  'error.badRequestText': 'The form could not be read. Go back and try again.',
  'error.forbidden': 'That came from somewhere else',
  'error.forbiddenText':
    'The request was not sent by this page, so nothing was changed. Open the page and try again.',
  'error.notFound': 'There is nothing here',
  'error.notFoundText': 'The page does not exist, or the key is not one of yours.',
  'error.method': 'That is not possible here',
  'error.methodText': 'This address does not answer that kind of request.',
  'error.tooLarge': 'That is too much',
  'error.tooLargeText': 'The form is larger than the server takes.',
  'error.unavailable': 'Not available just now',
  'error.unavailableText': 'The server cannot do that at the moment. Try again soon.',
  'error.internal': 'Something went wrong',
  'error.internalText':
    'The fault is ours and has been logged. Try again; if it stays, tell the person who runs this server.',
  'error.reference': 'Reference: {id}',
} as const;

export type MessageKey = keyof typeof en;

const de: Readonly<Record<MessageKey, string>> = {
  'layout.skip': 'Zum Inhalt springen',
  'layout.signedInAs': 'Angemeldet als',
  'layout.signOut': 'Abmelden',

  'signIn.title': 'Anmelden',
  'signIn.ready': 'Dieser Link meldet Sie bei {site} an. Er gilt einmal.',
  'signIn.button': 'Anmelden',
  'signIn.signedOut': 'Sie sind abgemeldet.',
  'signIn.how':
    'Die Anmeldung geschieht mit einem Link, der einmal und 30 Minuten lang gilt. Auf der Maschine, auf der der Server läuft, erzeugt ihn:',
  'signIn.terminal': 'Auch das Terminal, in dem „procgen serve“ läuft, zeigt einen an.',
  'signIn.ask': 'Kein Zugang zu dieser Maschine? Bitten Sie den Betreiber des Servers um einen Link.',
  'signIn.user': 'Für einen anderen Benutzer als „local“ kommt {option} dazu.',
  'signIn.refused': 'Dieser Link gilt nicht mehr. Er wurde schon benutzt oder ist älter als 30 Minuten.',
  'signIn.insecureTitle': 'Diese Verbindung ist nicht verschlüsselt',
  'signIn.insecure':
    'Ihre Sitzung würde im Klartext übertragen, deshalb ist die Anmeldung hier nicht möglich. Öffnen Sie die Seite mit https oder auf dem Server selbst mit http://localhost.',

  'keys.title': 'API-Schlüssel',
  'keys.intro':
    'Mit einem Schlüssel ruft ein Programm diese API in Ihrem Namen auf. Halten Sie Schlüssel geheim, und geben Sie jedem Programm einen eigenen.',
  'keys.listTitle': 'Ihre Schlüssel',
  'keys.name': 'Name',
  'keys.start': 'Schlüssel',
  'keys.permissions': 'Rechte',
  'keys.created': 'Erstellt',
  'keys.lastUsed': 'Zuletzt benutzt',
  'keys.expires': 'Läuft ab',
  'keys.actions': 'Aktionen',
  'keys.never': 'Nie',
  'keys.justNow': 'Gerade eben',
  'keys.expired': 'Abgelaufen',
  'keys.new': 'Neu',
  'keys.full': 'Voller Zugriff',
  'keys.read': 'Nur lesen',
  'keys.delete': 'Löschen',
  'keys.emptyTitle': 'Noch keine API-Schlüssel',
  'keys.empty':
    'Erstellen Sie oben Ihren ersten Schlüssel. Sie sehen ihn nur einmal; halten Sie einen sicheren Ort bereit.',
  'keys.deleted': 'Der Schlüssel wurde gelöscht. Er gilt nicht mehr.',
  'keys.repeated':
    'Dieses Formular wurde schon gesendet, und sein Schlüssel steht in der Liste. Ein Schlüssel wird nur einmal angezeigt: Haben Sie ihn nicht kopiert, löschen Sie ihn und erstellen Sie einen neuen.',

  'create.title': 'Schlüssel erstellen',
  'create.name': 'Name',
  'create.nameHint': 'Wer ihn benutzen wird, etwa „CI“ oder „Rechnungsimport“.',
  'create.expiry': 'Läuft ab',
  'create.days': '{days} Tage',
  'create.never': 'Nie',
  'create.neverWarning':
    'Ein Schlüssel ohne Ablauf gilt noch, wenn ihn alle vergessen haben. Wählen Sie möglichst eine Frist.',
  'create.access': 'Zugriff',
  'create.button': 'Erstellen',
  'create.accessHint': '„Nur lesen“ kann nichts ändern.',
  'create.failed': 'Der Schlüssel wurde nicht erstellt.',
  'create.nameMissing': 'Geben Sie dem Schlüssel einen Namen.',
  'create.nameInvalid': 'Ein Name hat höchstens 100 Zeichen.',
  'create.expiryInvalid': 'Wählen Sie eine der Möglichkeiten.',
  'create.accessInvalid': 'Wählen Sie eine der Möglichkeiten.',
  'create.limit':
    'Sie haben so viele Schlüssel, wie ein Benutzer haben darf. Löschen Sie einen, den niemand mehr braucht, und erstellen Sie dann diesen.',
  'create.unavailable':
    'Der Schlüssel konnte nicht gespeichert werden. Es wurde nichts erstellt; versuchen Sie es gleich noch einmal.',

  'reveal.title': 'Sichern Sie jetzt Ihren Schlüssel „{name}“',
  'reveal.once':
    'Er wird nur dieses eine Mal angezeigt. Legen Sie ihn dort ab, wo Ihr Programm seine Geheimnisse liest.',
  'reveal.key': 'Ihr neuer Schlüssel',
  'reveal.try': 'Ausprobieren',
  'reveal.copyKey': 'Schlüssel kopieren',
  'reveal.copyCommand': 'Befehl kopieren',
  'reveal.copied': 'Kopiert',
  'reveal.copyFailed': 'Nicht kopiert. Markieren und kopieren Sie den Text selbst.',

  'delete.title': 'Den Schlüssel „{name}“ löschen?',
  'delete.warning':
    'Programme, die ihn benutzen, werden sofort abgewiesen. Das lässt sich nicht rückgängig machen.',
  'delete.neverUsed': 'Er wurde noch nie benutzt.',
  'delete.lastUsed': 'Zuletzt benutzt: {when}.',
  'delete.button': 'Schlüssel löschen',
  'delete.cancel': 'Abbrechen',

  'error.back': 'Zu Ihren API-Schlüsseln',
  'error.badRequest': 'Das hat nicht geklappt',
  'error.badRequestText': 'Das Formular war nicht lesbar. Gehen Sie zurück und versuchen Sie es noch einmal.',
  'error.forbidden': 'Das kam von woanders',
  'error.forbiddenText':
    'Die Anfrage kam nicht von dieser Seite, deshalb wurde nichts geändert. Öffnen Sie die Seite und versuchen Sie es noch einmal.',
  'error.notFound': 'Hier ist nichts',
  'error.notFoundText': 'Die Seite gibt es nicht, oder der Schlüssel gehört nicht Ihnen.',
  'error.method': 'Das geht hier nicht',
  'error.methodText': 'Diese Adresse beantwortet solche Anfragen nicht.',
  'error.tooLarge': 'Das ist zu viel',
  'error.tooLargeText': 'Das Formular ist größer, als der Server annimmt.',
  'error.unavailable': 'Gerade nicht verfügbar',
  'error.unavailableText': 'Der Server kann das im Moment nicht. Versuchen Sie es bald noch einmal.',
  'error.internal': 'Etwas ist schiefgegangen',
  'error.internalText':
    'Der Fehler liegt bei uns und wurde protokolliert. Versuchen Sie es noch einmal; bleibt er, sagen Sie es dem Betreiber des Servers.',
  'error.reference': 'Referenz: {id}',
};

/** What the pages say, by language; the first is the fallback. Every language has every key. */
export const MESSAGES = { en, de } satisfies Record<string, Readonly<Record<MessageKey, string>>>;

export type Language = keyof typeof MESSAGES;

export const LANGUAGES = Object.keys(MESSAGES) as readonly Language[];
