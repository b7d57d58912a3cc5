import { optionsOf } from './builtin-options.ts';
import { type Declaration, namesOf } from './declaration.ts';

/** Columns of help without a terminal. */
const DEFAULT_COLUMNS = 80;
/** Narrower columns are not wrapped. */
const MIN_WRAPPED_COLUMNS = 40;

type Row = readonly [term: string, text: string];

/** Returns the help of a command. `path` is the command line up to its name: 'seedtop playlist ls'. */
export function helpText(path: string, declaration: Declaration): string {
	const columns = (process.stdout.isTTY && process.stdout.columns) || DEFAULT_COLUMNS;
	const { verbs, arguments: parameters, chapters = [{ title: 'Commands', commands: verbs }] } = declaration;
	const sections: readonly (readonly [title: string, rows: readonly Row[]])[] = [
		['Arguments:', Object.values(parameters).map((each) => [each.name, argumentText(each)])],
		...optionSections(declaration),
		...chapters.map(
			({ title, commands }) =>
				[`${title}:`, commands.filter(({ hidden }) => !hidden).map(commandRow)] as const,
		),
	];
	const width = Math.max(...sections.flatMap(([, rows]) => rows.map(([term]) => term.length)));
	return [
		`Usage: ${[path, ...(declaration.aliases ?? [])].join('|')} ${usageOf(declaration)}`,
		wrap(descriptionOf(declaration), columns),
		...sections
			.filter(([, rows]) => rows.length > 0)
			.map(([title, rows]) => [title, ...rows.map((row) => rowText(row, width, columns))].join('\n')),
		...(declaration.examples ? [examplesText(declaration.examples)] : []),
		...(declaration.footer === undefined ? [] : [declaration.footer]),
	]
		.map((section) => `${section}\n`)
		.join('\n');
}

/** Returns '[options] [download...]'. */
function usageOf(declaration: Declaration): string {
	return ['[options]', ...(declaration.verbs.length > 0 ? ['[command]'] : argumentTerms(declaration))].join(
		' ',
	);
}

function commandRow(declaration: Declaration): Row {
	const terms = declaration.verbs.length > 0 ? ['<verb>'] : argumentTerms(declaration);
	return [[namesOf(declaration).join('|'), ...terms].join(' '), declaration.summary];
}

function argumentTerms({ arguments: parameters }: Declaration): string[] {
	return Object.values(parameters).map(({ name, required, many }) => {
		const shown = many ? `${name}...` : name;
		return required ? `<${shown}>` : `[${shown}]`;
	});
}

function argumentText({ description, completes }: Declaration['arguments'][string]): string {
	return typeof completes === 'object' ? `${description}: ${completes.join(', ')}` : description;
}

/** Returns options by heading, in the order of their first options. */
function optionSections(declaration: Declaration): [title: string, rows: Row[]][] {
	const sections = new Map<string, Row[]>();
	for (const { flags, description, group = 'Options:', env } of optionsOf(declaration)) {
		const rows = sections.get(group) ?? [];
		rows.push([flags, env === undefined ? description : `${description} (env: ${env})`]);
		sections.set(group, rows);
	}
	return [...sections];
}

function examplesText(examples: readonly Row[]): string {
	const width = Math.max(...examples.map(([line]) => line.length));
	return ['Examples:', ...examples.map(([line, meaning]) => `  ${line.padEnd(width)}  ${meaning}`)].join(
		'\n',
	);
}

function rowText([term, text]: Row, width: number, columns: number): string {
	const indent = width + 4;
	const wrapped = columns - indent < MIN_WRAPPED_COLUMNS ? text : wrap(text, columns - indent);
	return `  ${term.padEnd(width)}  ${wrapped.replaceAll('\n', `\n${' '.repeat(indent)}`)}`;
}

function wrap(text: string, columns: number): string {
	const lines = [''];
	for (const word of text.split(' ')) {
		const line = lines.at(-1) ?? '';
		if (line === '') lines[lines.length - 1] = word;
		else if (line.length + 1 + word.length <= columns) lines[lines.length - 1] = `${line} ${word}`;
		else lines.push(word);
	}
	return lines.join('\n');
}

/** Returns the sentences above the options in the help of a command. */
export function descriptionOf(declaration: Declaration): string {
	const { summary, description = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.` } = declaration;
	const { verbs, chapters } = declaration;
	const named = verbs.length === 0 || chapters ? '' : ` Verbs: ${verbs.map(({ name }) => name).join(', ')}.`;
	return description + named;
}
