/** The catalog that the others are checked against. */
export const en = {
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
    'Programs use these keys to call the API in your name. Keep them secret, and give each program its own.',
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
  'keys.delete': 'Delete',
  'keys.deleted': 'The key was deleted. It does not work any more.',
  'keys.repeated':
    'That form was sent already, and its key is in the list. A key is shown only once: if you have not copied it, delete it and create another.',
  'keys.limitReached':
    'You have {limit} keys, as many as a user may have. Delete one that nobody uses any more, then create another.',
  'keys.notInUse':
    'This API decides by other means who may call it: a key made here would open nothing, so none can be made. Keys that are left can be deleted.',

  'empty.title': 'No API keys yet',
  'empty.text': 'Create one for each script, server or CI job that calls this API.',
  'empty.name': 'Create a key and name it after the program that will use it.',
  'empty.keep': 'Copy it into that program’s secrets. It is shown only once.',
  'empty.send': 'Send it with every call, in the header “Authorization”:',

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
  'create.fullText': 'Everything you may do: reads and changes.',
  'create.readText': 'Calls that only read. Whatever changes something is refused.',
  'create.button': 'Create key',
  'create.cancel': 'Cancel',
  'create.failed': 'The key was not created. The fault is ours and has been logged; try again.',
  'create.nameMissing': 'Give the key a name.',
  'create.nameInvalid': 'A name has at most 100 characters.',
  'create.expiryInvalid': 'Choose one of these.',
  'create.accessInvalid': 'Choose one of these.',
  'create.limit':
    'You have {limit} keys, as many as a user may have. Delete one that nobody uses any more, then create this one.',
  'create.unavailable': 'The key could not be saved. Nothing was created; try again in a moment.',

  'reveal.pageTitle': 'Save your new key',
  'reveal.title': 'Save your key “{name}” now',
  'reveal.once': 'You will not see it again. Put it where your program reads its secrets.',
  'reveal.key': 'Your new key',
  'reveal.try': 'Try it',
  'reveal.copyKey': 'Copy key',
  'reveal.copyCommand': 'Copy command',
  'reveal.copied': 'Copied',
  'reveal.copyFailed': 'Not copied. Select the text and copy it yourself.',
  'reveal.done': 'I have saved it',

  'delete.title': 'Delete the key “{name}”?',
  'delete.warning': 'Programs that use it are refused at once. This cannot be undone.',
  'delete.neverUsed': 'has never been used.',
  'delete.lastUsed': 'was last used: {when}.',
  'delete.button': 'Delete key',
  'delete.cancel': 'Cancel',

  'error.prefix': 'Error: ',
  'error.back': 'To your API keys',
  'error.again': 'Try again',
  'error.unanswered': 'The server did not answer. Try again: the same form never makes two keys.',
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

/** A language's messages. The compiler holds it to the same keys, a test to the same holes. */
export type Catalog = Readonly<Record<MessageKey, string>>;
