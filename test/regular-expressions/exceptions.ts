/** An expression that the analysis does not prove to be linear. */
export interface Exception {
	/** The reason why its time is bounded. */
	readonly why: string;
	/** Texts of the maximum length, or of 300 kB, that cost the most. */
	readonly hostile: readonly string[];
}

const LONG = 300_000;
/** Returns a text of `length` characters of repeated `unit`, with an end that fails a match. */
const many = (unit: string, length = LONG, end = '\u0000'): string =>
	unit.repeat(Math.ceil(length / unit.length)) + end;

/** Exceptions by expression. */
export const exceptions: Readonly<Record<string, Exception>> = {
	'/[\\p{L}\\p{N}\\p{M}]+$/u': {
		why: 'The text fits into the width of a column.',
		hostile: [many('a', 4_096)],
	},
	'/[^\\p{L}\\p{N}\\p{M})\\]]+$/u': {
		why: 'The text fits into the width of a column.',
		hostile: [many('-', 4_096, 'a')],
	},
	'/(?!\\n)\\p{C}|[\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\p{Zl}\\p{Zp}]|[\\p{Mn}\\p{Me}]{5,}/gu':
		{
			why: 'A match fails after at most 4 marks. The analysis does not know these properties.',
			hostile: [many('\u0301'), many('a\u0301\u0301\u0301\u0301'), many('\u200b')],
		},
	'/[.\\s]+$/u': { why: 'The text has at most 200 bytes.', hostile: [many('.', 200)] },
	'/\\{\\n\\t{2,}[^{}[\\]]*\\n\\t*\\}/g': {
		why: 'Tabs are the indentation that JSON.stringify wrote. Strings contain none.',
		hostile: [many('{\n\t\t"a": 1,\n\t\t"b": 2,\n'), many(`{\n${'\t'.repeat(20)}`)],
	},
	'/\\b([a-z][a-z0-9+.-]{1,20}):\\/\\/([^\\s"\'<>\\\\]{1,8192})/gi': {
		why: 'A match fails after at most 20 characters.',
		hostile: [many('a'), many('a.'), many('a://'), many(`${'a'.repeat(21)} `)],
	},
	'/\\b([a-z][a-z0-9+.-]{1,20}(?:%(?:25)?3A(?:%(?:25)?2F){2}|%(?:25)?3A%(?:25)?3F))[^\\s"\'<>\\\\&]{1,65536}/gi':
		{
			why: 'A match fails after at most 20 characters and the encoded mark.',
			hostile: [many('a'), many('a.'), many('a%3A%2F'), many(`${'a'.repeat(21)}%253A%252F `)],
		},
	'/((?:[\\w.-]{0,40}(?:passw|passphrase|passkey|secret|token|credential|cookie|authori[sz]ation|api[-_]?key|auth[-_]?key|private[-_]?key)[\\w.-]{0,40}|(?:\\b|_)pass|\\bkey|(?:\\b|_)pwd?)\\\\?["\']?\\s{0,4}[:=]\\s{0,4})(?:(?:bearer|basic|digest)\\s+)?(?:\\\\"[^"\\n]{1,4096}"?|"[^"\\n]{1,4096}"?|\'[^\'\\n]{1,4096}\'?|[^\\s"\',;&)}\\]]{1,4096})/gi':
		{
			why: 'A match fails after at most 40 characters before the name and 40 after it.',
			hostile: [many('secret', 100_000), many('a'), many('pass'), many('key=bearer '), many('key = ')],
		},
	'/-----BEGIN [A-Z0-9 ]{0,40}KEY[A-Z0-9 ]{0,40}-----(?:(?!-----)[\\s\\S]){0,65536}(?:-----END [A-Z0-9 ]{1,80}-----)?/g':
		{
			why: 'After the first line, every text matches up to the next one.',
			hostile: [many('-----BEGIN KEY-----'), many('-----BEGIN '), many(`-----BEGIN ${'KEY'.repeat(13)}`)],
		},
	'/magnet:|(?<![=\\w])(?:https?|ftp|file):\\/\\/|(?<![\\da-z])(?:[\\da-f]{64}|[\\da-f]{40})(?![\\da-z])/gi':
		{
			why: 'A match fails after at most 64 characters, and no other one starts within a word.',
			hostile: [many('a'), many('magnet'), many(`${'a'.repeat(65)} `), many(' http:/')],
		},
	"/(?<=^|[\\s(<[{,;=:])(?:'((?:[^']|'\\\\''){1,4096})'|\"([^\"]{1,4096})\"|“([^“”]{1,4096})”|‘([^‘’]{1,4096})’|«([^«»]{1,4096})»)(?=$|[\\s)>\\]},;:.!?])/g":
		{
			why: 'Quoted text contains no other quote, so a match fails at the next start.',
			hostile: [...'\'"“‘«'].flatMap((quote) => [
				many(` ${quote}`),
				many(`(${quote}a`),
				many(`${quote}'\\''`),
			]),
		},
	'/(?<=[.!?] )\\p{Lu}[^.!?]*[.!?]?$/u': {
		why: 'A match fails at the next end of a sentence, and no other one starts before it.',
		hostile: [many('. A'), many('A. '), many('. AAAA')],
	},
	'/(\\b[Pp]ress |, then |\\bor (?=\\S+ to ))(\\S+?)(?=[ .,;]|$)/g': {
		why: 'The texts are those of the program.',
		hostile: [many('Press ', 4_096), many('or a', 4_096)],
	},
};

/** Expressions that are built at run time, with the reason why their time is linear. */
export const built: Readonly<Record<string, string>> = {
	"source/format/text-width.ts: new RegExp(anyEmoji, 'v')": 'The text is one character on a screen.',
	'source/protocol/exact-json.ts: new RegExp(`"${mark}(-?[\\\\d.eE+-]+)"`, \'g\')':
		'A match starts at a random mark only.',
	"source/service/http/known-paths.ts: new RegExp(`^${path.replace(/\\{\\w+\\}/g, '[^/]+')}$`)":
		'Slashes separate the repetitions.',
	"source/tui/terminal/pass-through.ts: new RegExp(`[^]{1,${MAX_SCREEN_STRING}}`, 'g')":
		'Every text matches.',
};
