/** The values of an INI file: section, then name. Values before the first section are in section ''. */
export type Ini = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Maximum number of lines that are not empty. Real files have less than a hundred. */
const MAX_LINES = 100_000;

/**
 * Parses the part of ConfigObj's INI that configuration files of services use. It has sections, quoted and bare
 * values, comments, and multi-line values in triple quotes. Nested sections are skipped. Returns undefined if the
 * text is not an INI file.
 */
export function readIni(text: string): Ini | undefined {
	const sections = new Map<string, Map<string, string>>();
	let section: Map<string, string> | undefined = sectionOf(sections, '');
	/** Closing quotes of the multi-line value being skipped. */
	let closingQuotes: string | undefined;
	let count = 0;
	// Empty lines have no values. Splitting a large text would take several times its memory.
	for (const [raw] of text.replace(/^\ufeff/, '').matchAll(/[^\r\n]+/g)) {
		if (++count > MAX_LINES) return undefined;
		if (closingQuotes !== undefined) {
			if (raw.includes(closingQuotes)) closingQuotes = undefined;
			continue;
		}
		const line = raw.trim();
		if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
		const heading = /^(\[+)([^[\]]*)(\]+)\s*(?:#.*)?$/.exec(line);
		if (heading?.[1] !== undefined) {
			section = heading[1].length === 1 ? sectionOf(sections, unquoted(heading[2] ?? '')) : undefined;
			continue;
		}
		const equals = line.indexOf('=');
		if (equals <= 0) return undefined;
		const value = line.slice(equals + 1).trim();
		const quotes = /^('''|""")/.exec(value)?.[1];
		if (quotes === undefined) section?.set(unquoted(line.slice(0, equals)), unquoted(value));
		else if (!value.slice(3).includes(quotes)) closingQuotes = quotes;
		else section?.set(unquoted(line.slice(0, equals)), value.slice(3, value.indexOf(quotes, 3)));
	}
	return closingQuotes === undefined ? sections : undefined;
}

function sectionOf(sections: Map<string, Map<string, string>>, name: string): Map<string, string> {
	const section = sections.get(name) ?? new Map<string, string>();
	sections.set(name, section);
	return section;
}

/** Removes the quotes, or the comment after a bare value. */
function unquoted(text: string): string {
	const trimmed = text.trim();
	return quotedPart(trimmed) ?? trimmed.replace(/(^|\s)#.*/s, '').trim();
}

/** Returns a quoted value, which only a comment may follow. Undefined for other texts. */
function quotedPart(text: string): string | undefined {
	const quote = text.charAt(0);
	if (quote !== '"' && quote !== "'") return undefined;
	for (let end = text.indexOf(quote, 1); end > 0; end = text.indexOf(quote, end + 1)) {
		const rest = text.slice(end + 1).trimStart();
		if (rest === '' || rest.startsWith('#')) return text.slice(1, end);
	}
	return undefined;
}
