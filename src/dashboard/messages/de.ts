import type { Catalog } from './en.js';

export const de: Catalog = {
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
