import type { Catalog } from './en.js';

export const de: Catalog = {
  'layout.skip': 'Zum Inhalt springen',
  'layout.signedInAs': 'Angemeldet als',
  'layout.signOut': 'Abmelden',

  'signIn.title': 'Anmelden',
  'signIn.why': 'Um Ihre API-Schlüssel für {site} zu erstellen und zu verwalten.',
  'signIn.ready': 'Dieser Link meldet Sie bei {site} an. Er gilt einmal.',
  'signIn.button': 'Anmelden',
  'signIn.signedOut': 'Sie sind abgemeldet.',
  'signIn.sessionOver': 'Ihre Sitzung ist vorbei. Melden Sie sich noch einmal an.',
  'signIn.how':
    'Die Anmeldung geschieht mit einem Link, der einmal und 30 Minuten lang gilt. Auf der Maschine, auf der der Server läuft, erzeugt ihn:',
  'signIn.terminal': 'Auch das Terminal, in dem „procgen serve“ läuft, zeigt einen an.',
  'signIn.ask': 'Kein Zugang zu dieser Maschine? Bitten Sie den Betreiber des Servers um einen Link.',
  'signIn.user': 'Für einen anderen Benutzer als „local“ kommt {option} dazu.',
  'signIn.refused': 'Dieser Link gilt nicht mehr. Er wurde schon benutzt oder ist älter als 30 Minuten.',
  'signIn.insecureTitle': 'Diese Verbindung ist nicht verschlüsselt',
  'signIn.insecure':
    'Ihre Sitzung würde im Klartext übertragen, deshalb ist die Anmeldung hier nicht möglich. Öffnen Sie die Seite mit https oder auf dem Server selbst mit http://localhost.',
  'signIn.byLink': 'Stattdessen mit einem Link anmelden',
  'openId.button': 'Mit {provider} anmelden',
  'openId.continueTitle': 'Sie werden angemeldet',
  'openId.continue': 'Einen Moment. Wenn nichts geschieht, drücken Sie den Knopf.',
  'openId.continueButton': 'Weiter',
  'openId.again': 'Noch einmal versuchen',
  'openId.otherAccount': 'Ein anderes Konto benutzen',
  'openId.otherWays': 'Andere Wege, sich anzumelden',
  'openId.stillSignedIn': 'Bei {provider} sind Sie vielleicht noch angemeldet.',
  'openId.signOutToo': 'Auch dort abmelden',
  'openId.unreachableTitle': '{provider} antwortet nicht',
  'openId.unreachable':
    'Deshalb können Sie gerade nicht angemeldet werden. Versuchen Sie es in einer Minute noch einmal; bleibt es dabei, sagen Sie es dem Betreiber des Servers.',
  'openId.disagreementTitle': 'Diese Anmeldung ist nicht richtig eingerichtet',
  'openId.disagreement':
    'Der Server und {provider} sind sich nicht einig, und nur der Betreiber des Servers kann das beheben. Woran es liegt, steht im Protokoll des Servers.',
  'openId.deniedTitle': 'Sie sind nicht angemeldet',
  'openId.denied':
    'Sie haben bei {provider} abgebrochen, oder {provider} hat Sie nicht weitergelassen. Hier hat sich nichts geändert.',
  'openId.staleTitle': 'Diese Anmeldung ist vorbei',
  'openId.stale':
    'Sie hat zu lange gedauert, wurde schon benutzt oder in einem anderen Fenster begonnen. Fangen Sie noch einmal an.',
  'openId.notAllowedTitle': 'Dieses Konto darf sich nicht anmelden',
  'openId.notAllowed':
    '{provider} kennt Sie als {account}, und das wird hier nicht eingelassen. Benutzen Sie ein anderes Konto oder fragen Sie den Betreiber des Servers.',
  'openId.unverifiedTitle': 'Ihre E-Mail-Adresse ist nicht bestätigt',
  'openId.unverified':
    '{provider} bürgt für keine E-Mail-Adresse von Ihnen. Bestätigen Sie dort Ihre Adresse und versuchen Sie es noch einmal, oder benutzen Sie ein anderes Konto.',
  'proxy.how':
    'Hier meldet Sie der Proxy Ihres Teams an, und er hat nicht gesagt, wer Sie sind. Öffnen Sie die Seite dort, wo der Proxy ist:',
  'proxy.signOutTitle': 'Ihr Proxy meldet Sie an',
  'proxy.signOut':
    'Der Proxy Ihres Teams sagt bei jeder Anfrage, wer Sie sind; hier gibt es nichts, wovon Sie sich abmelden könnten. Melden Sie sich beim Proxy ab.',

  'keys.title': 'API-Schlüssel',
  'keys.intro':
    'Mit diesen Schlüsseln rufen Programme die API in Ihrem Namen auf. Geben Sie jedem einen eigenen.',
  'keys.listTitle': 'Ihre Schlüssel',
  'keys.count': '{count} von {limit}',
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
  'keys.rotate': 'Erneuern',
  'keys.delete': 'Löschen',
  'keys.deleted': 'Der Schlüssel wurde gelöscht. Er gilt nicht mehr.',
  'keys.repeated':
    'Dieses Formular wurde schon gesendet, und sein Schlüssel steht in der Liste. Ein Schlüssel wird nur einmal angezeigt: Haben Sie ihn nicht kopiert, löschen Sie ihn und erstellen Sie einen neuen.',
  'keys.limitReached':
    'Sie haben {limit} Schlüssel, so viele, wie ein Benutzer haben darf. Löschen Sie einen, den niemand mehr braucht; dann können Sie einen neuen erstellen.',
  'keys.notInUse':
    'Diese API entscheidet auf andere Weise, wer sie aufrufen darf: Ein Schlüssel von hier würde nichts öffnen, deshalb lässt sich keiner erstellen. Vorhandene Schlüssel können Sie löschen.',

  'empty.title': 'Noch keine API-Schlüssel',
  'empty.text': 'Erstellen Sie einen für jedes Skript, jeden Server und jeden CI-Job, der diese API aufruft.',
  'empty.name': 'Erstellen Sie einen Schlüssel, und nennen Sie ihn nach dem Programm, das ihn benutzt.',
  'empty.keep': 'Legen Sie ihn bei den Geheimnissen dieses Programms ab. Er wird nur einmal angezeigt.',
  'empty.send': 'Senden Sie ihn mit jedem Aufruf, in der Kopfzeile „Authorization“:',

  'create.open': 'Schlüssel erstellen',
  'create.openFirst': 'Ersten Schlüssel erstellen',
  'create.title': 'API-Schlüssel erstellen',
  'create.name': 'Name',
  'create.nameHint': 'Wer ihn benutzen wird, etwa „CI“ oder „Rechnungsimport“.',
  'create.expiry': 'Läuft ab nach',
  'create.days': '{days} Tagen',
  'create.until': 'Er gilt bis zum {date}.',
  'create.never': 'Nie',
  'create.neverWarning':
    'Ein Schlüssel ohne Ablauf gilt noch, wenn ihn alle vergessen haben. Wählen Sie möglichst eine Frist.',
  'create.access': 'Rechte',
  'create.fullText': 'Alles, was Sie selbst dürfen: lesen und ändern.',
  'create.readText': 'Aufrufe, die nur lesen. Was etwas ändert, wird abgewiesen.',
  'create.chosen': 'Ausgewählt',
  'create.chosenText': 'Nur, was Sie unten auswählen.',
  'create.scopes': 'Rechte des Schlüssels',
  'create.operation': '{count} Operation',
  'create.operations': '{count} Operationen',
  'create.scopesMissing': 'Wählen Sie mindestens ein Recht.',
  'create.scopesTooMany': 'Wählen Sie höchstens {max} Rechte.',
  'create.date': 'Datum',
  'create.lastDay': 'Letzter Tag',
  'create.lastDayHint': 'Er gilt bis zum Ende dieses Tages (UTC).',
  'create.dateInvalid': 'Wählen Sie einen Tag von heute bis {date}.',
  'create.button': 'Schlüssel erstellen',
  'create.cancel': 'Abbrechen',
  'create.failed':
    'Der Schlüssel wurde nicht erstellt. Der Fehler liegt bei uns und wurde protokolliert; versuchen Sie es noch einmal.',
  'create.nameMissing': 'Geben Sie dem Schlüssel einen Namen.',
  'create.nameInvalid': 'Ein Name hat höchstens 100 Zeichen, darunter kein Steuerzeichen.',
  'create.expiryInvalid': 'Wählen Sie eine der Möglichkeiten.',
  'create.accessInvalid': 'Wählen Sie eine der Möglichkeiten.',
  'create.limit':
    'Sie haben {limit} Schlüssel, so viele, wie ein Benutzer haben darf. Löschen Sie einen, den niemand mehr braucht, und erstellen Sie dann diesen.',
  'keys.unknownOutcome':
    'Der Server weiß nicht, ob die Änderung gespeichert wurde. Sehen Sie in Ihren Schlüsseln nach, bevor Sie es noch einmal versuchen.',
  'create.unavailable':
    'Der Schlüssel konnte nicht gespeichert werden. Es wurde nichts erstellt; versuchen Sie es gleich noch einmal.',

  'reveal.pageTitle': 'Neuen Schlüssel sichern',
  'reveal.title': 'Sichern Sie jetzt Ihren Schlüssel „{name}“',
  'reveal.once':
    'Sie sehen ihn nicht wieder. Legen Sie ihn dort ab, wo Ihr Programm seine Geheimnisse liest.',
  'reveal.key': 'Ihr neuer Schlüssel',
  'reveal.try': 'Ausprobieren',
  'reveal.copyKey': 'Schlüssel kopieren',
  'reveal.copyCommand': 'Befehl kopieren',
  'reveal.copyNamed': '{name} kopieren',
  'reveal.client': 'Generierter Client',
  'reveal.copied': 'Kopiert',
  'reveal.copyFailed': 'Nicht kopiert. Markieren und kopieren Sie den Text selbst.',
  'reveal.lost': 'Geht er verloren, erneuern Sie den Schlüssel: Sie erhalten einen neuen.',
  'reveal.done': 'Ich habe ihn gesichert',

  'rotate.title': 'Den Schlüssel „{name}“ erneuern',
  'rotate.text':
    'Sie erhalten einen neuen Schlüssel mit demselben Namen, denselben Rechten und derselben Laufzeit. Bis der alte endet, gelten beide, damit Sie ohne Lücke umstellen können.',
  'rotate.overlap': 'Der alte Schlüssel ({start}…) endet',
  'rotate.none': 'Sofort',
  'rotate.hour': 'In 1 Stunde',
  'rotate.day': 'In 24 Stunden',
  'rotate.week': 'In 7 Tagen',
  'rotate.noneText':
    'Für einen Schlüssel, der in falsche Hände kam. Programme werden abgewiesen, bis sie den neuen haben.',
  'rotate.both': 'Beide Schlüssel gelten bis {date}.',
  'rotate.button': 'Schlüssel erneuern',
  'rotate.cancel': 'Abbrechen',
  'rotate.ended': 'Der alte Schlüssel ({start}…) gilt nicht mehr.',
  'rotate.ends': 'Der alte Schlüssel ({start}…) endet {when}.',
  'rotate.overlapInvalid': 'Wählen Sie eine der Möglichkeiten.',
  'rotate.limit':
    'Sie haben {limit} Schlüssel, so viele, wie ein Benutzer haben darf, und der alte bliebe neben dem neuen bestehen. Lassen Sie ihn sofort enden, oder löschen Sie zuerst einen anderen.',
  'rotate.failed':
    'Der Schlüssel wurde nicht erneuert. Der Fehler liegt bei uns und wurde protokolliert; versuchen Sie es noch einmal.',
  'rotate.unavailable':
    'Der neue Schlüssel konnte nicht gespeichert werden. Es hat sich nichts geändert; versuchen Sie es gleich noch einmal.',

  'delete.title': 'Den Schlüssel „{name}“ löschen?',
  'delete.warning':
    'Programme, die ihn benutzen, werden sofort abgewiesen. Das lässt sich nicht rückgängig machen.',
  'delete.neverUsed': 'Nie benutzt',
  'delete.lastUsed': 'Zuletzt benutzt: {when}',
  'delete.button': 'Schlüssel löschen',
  'delete.cancel': 'Abbrechen',

  'key.back': 'Alle Schlüssel',
  'key.facts': 'Über diesen Schlüssel',
  'key.state': 'Zustand',
  'key.active': 'Aktiv',
  'key.disabled': 'Deaktiviert',
  'key.disabledText': 'Aufrufe mit ihm werden abgewiesen, bis Sie ihn aktivieren.',
  'key.change': 'Ändern',
  'key.disable': 'Deaktivieren',
  'key.enable': 'Aktivieren',
  'key.changed': 'Der Schlüssel wurde geändert.',
  'key.wasDisabled': 'Der Schlüssel ist deaktiviert. Aufrufe mit ihm werden abgewiesen.',
  'key.wasEnabled': 'Der Schlüssel gilt wieder.',
  'edit.title': 'Den Schlüssel „{name}“ ändern',
  'edit.keep': 'Unverändert',
  'edit.keepNever': 'Er läuft nie ab.',
  'edit.keepExpired': 'Er ist am {date} abgelaufen.',
  'edit.button': 'Speichern',
  'edit.failed':
    'Der Schlüssel wurde nicht geändert. Der Fehler liegt bei uns und wurde protokolliert; versuchen Sie es noch einmal.',
  'edit.unavailable':
    'Die Änderung konnte nicht gespeichert werden. Es hat sich nichts geändert; versuchen Sie es gleich noch einmal.',

  'error.prefix': 'Fehler: ',
  'error.back': 'Zu Ihren API-Schlüsseln',
  'error.again': 'Noch einmal versuchen',
  'error.unanswered':
    'Der Server hat nicht geantwortet. Versuchen Sie es noch einmal: Dasselbe Formular erstellt nie zwei Schlüssel.',
  'error.unansweredTitle': 'Keine Antwort',
  'error.unansweredText':
    'Der Server hat nicht geantwortet. Auf dieser Seite geht nichts verloren; versuchen Sie es noch einmal.',
  'error.close': 'Schließen',
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
  'error.tooMany': 'Zu viele Versuche',
  'error.tooManyText': 'Warten Sie eine Minute, und melden Sie sich dann noch einmal an.',
  'error.unavailable': 'Gerade nicht verfügbar',
  'error.unavailableText': 'Der Server kann das im Moment nicht. Versuchen Sie es bald noch einmal.',
  'error.internal': 'Etwas ist schiefgegangen',
  'error.internalText':
    'Der Fehler liegt bei uns und wurde protokolliert. Versuchen Sie es noch einmal; bleibt er, sagen Sie es dem Betreiber des Servers.',
  'error.reference': 'Referenz: {id}',
};
