/** Replaces a secret. */
export const REDACTED = '***';

/** Names whose values are secrets: 'api_key', 'proxyPassword', 'authorization'. */
const secretName =
	/pass(?:word|wd|phrase|key)?(?:$|[^a-z])|passw|secret|token|credential|cookie|authori[sz]ation|api[-_ ]?key|auth[-_]?key|private[-_ ]?key|(?:^|[-_.])(?:key|auth|pwd?)$/i;

/** A URL as a name is no name of a secret: its secrets are removed from it. */
const isSecretName = (name: string) => !name.includes('://') && secretName.test(name);

/** A URL in a text, up to a character that does not belong to it. */
const url = /\b([a-z][a-z0-9+.-]{1,20}):\/\/([^\s"'<>\\]{1,8192})/gi;
const magnet = /\bmagnet:\?([^\s"'<>\\]{1,65536})/gi;
/** A percent-encoded URL or magnet link in a path or a query, as in the log of a web server. */
const encodedUrl =
	/\b([a-z][a-z0-9+.-]{1,20}(?:%(?:25)?3A(?:%(?:25)?2F){2}|%(?:25)?3A%(?:25)?3F))[^\s"'<>\\&]{1,65536}/gi;
/** A name with its value in a line of a log: 'api_key=abc', 'X-Api-Key: abc', "password": "abc". */
const assignment =
	/((?:[\w.-]{0,40}(?:passw|passphrase|passkey|secret|token|credential|cookie|authori[sz]ation|api[-_]?key|auth[-_]?key|private[-_]?key)[\w.-]{0,40}|(?:\b|_)pass|\bkey|(?:\b|_)pwd?)\\?["']?\s{0,4}[:=]\s{0,4})(?:(?:bearer|basic|digest)\s+)?(?:\\"[^"\n]{1,4096}"?|"[^"\n]{1,4096}"?|'[^'\n]{1,4096}'?|[^\s"',;&)}\]]{1,4096})/gi;
/** The content of a key file, also where a log has its end cut off. Line feeds may be escaped. */
const keyFile =
	/-----BEGIN [A-Z0-9 ]{0,40}KEY[A-Z0-9 ]{0,40}-----(?:(?!-----)[\s\S]){0,65536}(?:-----END [A-Z0-9 ]{1,80}-----)?/g;
/** Minimum length of a passkey of letters and digits. */
const MIN_MIXED_LENGTH = 8;
/** Minimum length of a passkey of letters, or of digits. */
const MIN_PLAIN_LENGTH = 16;

/**
 * Returns a copy of JSON data without secrets: API keys, passwords, and keys in URLs. `known`: secrets that are removed
 * wherever they are.
 */
export function jsonWithoutSecrets(value: unknown, known: readonly string[] = []): unknown {
	const secrets = known.filter((secret) => secret.length > 3);
	return valueWithoutSecrets(value, secrets, '');
}

function valueWithoutSecrets(value: unknown, known: readonly string[], name: string): unknown {
	if (typeof value === 'string')
		return isSecretName(name) && value !== '' ? REDACTED : withoutSecrets(value, known);
	if (Array.isArray(value)) return value.map((item) => valueWithoutSecrets(item, known, name));
	if (typeof value === 'object' && value !== null) {
		const entries = Object.entries(value).map(
			([key, item]) => [withoutSecrets(key, known), valueWithoutSecrets(item, known, key)] as const,
		);
		return Object.fromEntries(entries);
	}
	return typeof value === 'number' && isSecretName(name) ? REDACTED : value;
}

/**
 * Returns a text without secrets: API keys, passwords, the content of key files, and passkeys of trackers in URLs.
 * `known`: secrets that are removed wherever they are.
 */
export function withoutSecrets(text: string, known: readonly string[] = []): string {
	let left = text;
	for (const secret of known) {
		if (secret === '') continue;
		for (const form of new Set([secret, encodeURIComponent(secret)])) left = left.replaceAll(form, REDACTED);
	}
	return left
		.replace(keyFile, REDACTED)
		.replace(magnet, (_, query: string) => `magnet:?${magnetQuery(query)}`)
		.replace(url, (_, scheme: string, rest: string) => `${scheme}://${urlWithoutSecrets(rest)}`)
		.replace(encodedUrl, `$1${REDACTED}`)
		.replace(assignment, `$1${REDACTED}`);
}

/** Returns a URL after its scheme without user, password, values of the query, and passkeys in the path. */
function urlWithoutSecrets(rest: string): string {
	const [address = '', ...queries] = rest.split(/(?=[?#])/);
	const [authority = '', ...path] = address.split('/');
	const host = authority.includes('@')
		? `${REDACTED}@${authority.slice(authority.lastIndexOf('@') + 1)}`
		: authority;
	const parts = path.map((part) => (isKey(part) ? REDACTED : part));
	return [host, ...parts].join('/') + queries.map(queryWithoutSecrets).join('');
}

/** Names of a query stay, because they tell what was requested. */
function queryWithoutSecrets(query: string): string {
	return query.replace(
		/([?#&;])([^=&;]+)(=?)[^&;]*/g,
		(_, separator: string, name: string, equals: string) =>
			equals === '' || isKey(name) ? `${separator}${REDACTED}` : `${separator}${name}=${REDACTED}`,
	);
}

/** Infohash and name stay. Trackers and web seeds may contain keys. */
function magnetQuery(query: string): string {
	return query
		.split('&')
		.map((pair) => (/^(?:xt|dn|xl|so)(?:\.\d+)?=/i.test(pair) ? pair : pair.replace(/=.*/s, `=${REDACTED}`)))
		.join('&');
}

/** Whether a part of a URL may be a passkey. A file name has an extension. */
function isKey(part: string): boolean {
	if (!/^[\w%~=-]+$/.test(part)) return false;
	const isMixed = /\d/.test(part) && /[a-z]/i.test(part);
	return part.length >= (isMixed ? MIN_MIXED_LENGTH : MIN_PLAIN_LENGTH);
}
