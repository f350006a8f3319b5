/** The catalog that the others are checked against. */
export const en = {
  'layout.skip': 'Skip to the content',
  'layout.signedInAs': 'Signed in as',
  'layout.signOut': 'Sign out',

  'signIn.title': 'Sign in',
  'signIn.why': 'Sign in to manage your API keys for {site}.',
  'signIn.ready': 'This link signs you in to {site}. It works once.',
  'signIn.button': 'Sign in',
  'signIn.signedOut': 'You are signed out.',
  'signIn.sessionOver': 'Your session has ended. Sign in again to continue.',
  'signIn.how':
    'You sign in with a one-time link that is valid for 30 minutes. Create one on the machine that runs the server:',
  'signIn.terminal': 'The terminal that runs “procgen serve” also shows one.',
  'signIn.ask': 'No access to that machine? Ask the person who runs this server for a link.',
  'signIn.user': 'For a user other than “local”, add {option}.',
  'signIn.refused': 'This link no longer works. It has been used, or it is older than 30 minutes.',
  'signIn.insecureTitle': 'This connection is not encrypted',
  'signIn.insecure':
    'Signing in would send your session unencrypted, so it is not possible here. Open this page over https, or on the server itself at http://localhost.',
  'signIn.byLink': 'Sign in with a link instead',
  'openId.button': 'Sign in with {provider}',
  'openId.continueTitle': 'Signing you in',
  'openId.continue': 'One moment. If nothing happens, press the button.',
  'openId.continueButton': 'Continue',
  'openId.again': 'Try again',
  'openId.otherAccount': 'Use another account',
  'openId.otherWays': 'Other ways to sign in',
  'openId.stillSignedIn': 'You may still be signed in at {provider}.',
  'openId.signOutToo': 'Sign out there too',
  'openId.unreachableTitle': '{provider} is not responding',
  'openId.unreachable':
    'You cannot sign in right now. Try again in a minute; if the problem persists, tell the person who runs this server.',
  'openId.disagreementTitle': 'Sign-in is misconfigured',
  'openId.disagreement':
    'The server and {provider} do not agree on how to sign in. Only the person who runs this server can fix this; the server’s log has the details.',
  'openId.deniedTitle': 'You are not signed in',
  'openId.denied': 'You cancelled at {provider}, or {provider} refused. Nothing has changed here.',
  'openId.staleTitle': 'This sign-in has expired',
  'openId.stale': 'It took too long, has already been used, or was started in another window. Start again.',
  'openId.notAllowedTitle': 'This account may not sign in',
  'openId.notAllowed':
    '{provider} identifies you as {account}, which may not sign in here. Use another account, or ask the person who runs this server.',
  'openId.unverifiedTitle': 'Your email address is not verified',
  'openId.unverified':
    '{provider} has no verified email address for you. Verify one there and try again, or use another account.',
  'proxy.how':
    'Your team’s proxy signs you in here, but it did not say who you are. Open the page through the proxy:',
  'proxy.signOutTitle': 'Your proxy signs you in',
  'proxy.signOut':
    'Your team’s proxy identifies you with each request, so there is no session to sign out of here. Sign out of the proxy instead.',

  'keys.title': 'API keys',
  'keys.intro': 'Programs use these keys to call the API on your behalf. Give each program its own key.',
  'keys.listTitle': 'Your keys',
  'keys.count': '{count} of {limit}',
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
  'keys.rotate': 'Rotate',
  'keys.delete': 'Delete',
  'keys.deleted': 'The key was deleted and no longer works.',
  'keys.repeated':
    'This form was already submitted, and its key is in the list. A key is shown only once: if you have not copied it, delete it and create another.',
  'keys.limitReached':
    'You have {limit} keys, the maximum per user. Delete one that is no longer used, then create another.',
  'keys.notInUse': 'This API does not use API keys, so none can be created. Existing keys can be deleted.',

  'empty.title': 'No API keys yet',
  'empty.text': 'Create one for each script, server or CI job that calls this API.',
  'empty.name': 'Create a key and name it after the program that will use it.',
  'empty.keep': 'Copy it into that program’s secrets. It is shown only once.',
  'empty.send': 'Send it with every call in the “Authorization” header:',

  'create.open': 'Create key',
  'create.openFirst': 'Create your first key',
  'create.title': 'Create an API key',
  'create.name': 'Name',
  'create.nameHint': 'What will use it, such as “CI” or “Billing import”.',
  'create.expiry': 'Expires after',
  'create.days': '{days} days',
  'create.until': 'It works until {date}.',
  'create.never': 'Never',
  'create.neverWarning':
    'A key that never expires keeps working after everyone has forgotten it. Choose a date if you can.',
  'create.access': 'Permissions',
  'create.fullText': 'Everything you may do, including changes.',
  'create.readText': 'Read-only calls. Calls that change something are refused.',
  'create.button': 'Create key',
  'create.cancel': 'Cancel',
  'create.failed':
    'The key was not created because of an error on our side, which has been logged. Try again.',
  'create.nameMissing': 'Give the key a name.',
  'create.nameInvalid': 'A name has at most 100 characters, none of them a control character.',
  'create.expiryInvalid': 'Choose one of these.',
  'create.accessInvalid': 'Choose one of these.',
  'create.limit':
    'You have {limit} keys, the maximum per user. Delete one that is no longer used, then create this one.',
  'keys.unknownOutcome':
    'The server does not know whether the change was saved. Look at your keys before you try again.',
  'create.unavailable': 'The key could not be saved. Nothing was created; try again in a moment.',

  'reveal.pageTitle': 'Save your new key',
  'reveal.title': 'Save your key “{name}” now',
  'reveal.once': 'You will not see it again. Put it where your program reads its secrets.',
  'reveal.key': 'Your new key',
  'reveal.try': 'Try it',
  'reveal.copyKey': 'Copy key',
  'reveal.copyCommand': 'Copy command',
  'reveal.copied': 'Copied',
  'reveal.copyFailed': 'Not copied. Select the text and copy it manually.',
  'reveal.lost': 'If you lose it, rotate the key to get a new one.',
  'reveal.done': 'I have saved it',

  'rotate.title': 'Rotate the key “{name}”',
  'rotate.text':
    'You get a new key with the same name, permissions and lifetime. Both keys work until the old one stops, so you can switch without interruption.',
  'rotate.overlap': 'The old key ({start}…) stops',
  'rotate.none': 'Immediately',
  'rotate.hour': 'In 1 hour',
  'rotate.day': 'In 24 hours',
  'rotate.week': 'In 7 days',
  'rotate.noneText': 'For a leaked key. Programs are refused until they have the new one.',
  'rotate.both': 'Both keys work until {date}.',
  'rotate.button': 'Rotate key',
  'rotate.cancel': 'Cancel',
  'rotate.ended': 'The old key ({start}…) no longer works.',
  'rotate.ends': 'The old key ({start}…) stops working {when}.',
  'rotate.overlapInvalid': 'Choose one of these.',
  'rotate.limit':
    'You have {limit} keys, the maximum per user, and the old key would still count. Let it stop immediately, or delete another key first.',
  'rotate.failed':
    'The key was not rotated because of an error on our side, which has been logged. Try again.',
  'rotate.unavailable': 'The new key could not be saved. Nothing has changed; try again in a moment.',

  'delete.title': 'Delete the key “{name}”?',
  'delete.warning': 'Programs that use it are refused immediately. This cannot be undone.',
  'delete.neverUsed': 'Never used',
  'delete.lastUsed': 'Last used: {when}',
  'delete.button': 'Delete key',
  'delete.cancel': 'Cancel',

  'error.prefix': 'Error: ',
  'error.back': 'Back to your API keys',
  'error.again': 'Try again',
  'error.unanswered':
    'The server did not respond. Try again: submitting a form twice never creates two keys.',
  'error.badRequest': 'That did not work',
  'error.badRequestText': 'The form could not be read. Go back and try again.',
  'error.forbidden': 'The request came from another site',
  'error.forbiddenText':
    'The request was not sent from this page, so nothing was changed. Open the page and try again.',
  'error.notFound': 'Page not found',
  'error.notFoundText': 'The page does not exist, or the key is not yours.',
  'error.method': 'Method not allowed',
  'error.methodText': 'This address does not accept that kind of request.',
  'error.tooLarge': 'The form is too large',
  'error.tooLargeText': 'It is larger than the server accepts.',
  'error.tooMany': 'Too many attempts',
  'error.tooManyText': 'Wait a minute, then sign in again.',
  'error.unavailable': 'Temporarily unavailable',
  'error.unavailableText': 'The server cannot do that right now. Try again soon.',
  'error.internal': 'Something went wrong',
  'error.internalText':
    'The error is on our side and has been logged. Try again; if it persists, tell the person who runs this server.',
  'error.reference': 'Reference: {id}',
} as const;

export type MessageKey = keyof typeof en;

/** A language's messages. The compiler holds it to the same keys, a test to the same holes. */
export type Catalog = Readonly<Record<MessageKey, string>>;
