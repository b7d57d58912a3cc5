/** Returns a table in Markdown. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
	return [line(heading), `|${'---|'.repeat(heading.length)}`, ...rows.map(line)].join('\n');
}

const cell = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');

/** Returns the cells of every table row below a heading, up to the next heading, without the head rows. */
export function rowsBelow(text: string, heading: string): readonly (readonly string[])[] {
	const lines = text.split('\n');
	const from = lines.indexOf(heading);
	if (from < 0) return [];
	const rest = lines.slice(from + 1);
	const to = rest.findIndex((line) => line.startsWith('#'));
	const rows = rest.slice(0, to < 0 ? undefined : to).filter((line) => line.startsWith('| '));
	return rows.slice(1).map((line) =>
		line
			.slice(1, -1)
			.split(/(?<!\\)\|/)
			.map((text) => text.trim()),
	);
}

/** Returns the inline code in a text. */
export function codeIn(text: string): readonly string[] {
	return [...text.matchAll(/`+([^`]+)`+/g)].map(([, code = '']) => code.trim());
}

/** Returns the anchors of all headings, as forges make them. */
export function anchorsIn(text: string): readonly string[] {
	return [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.trim()
			.replaceAll(' ', '-'),
	);
}

/** Returns the targets of all links that stay in the repository. */
export function linksIn(text: string): readonly string[] {
	return [...withoutCode(text).matchAll(/\]\(([^)]+)\)/g)]
		.map(([, target = '']) => target)
		.filter((target) => !/^[a-z]+:/.test(target));
}

/** Drops blocks of code. */
function withoutCode(text: string): string {
	return text.replace(/^```[\s\S]*?^```$/gm, '');
}
