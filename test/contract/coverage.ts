import { type EndpointName, endpointNames } from '../../source/protocol/endpoints/table.ts';

/** A column of the table: one dialect, or our own service in one generation. */
export interface Column {
	readonly title: string;
	/** The rows of the column. For our own service in one generation: the rows of that generation. */
	readonly rows: readonly EndpointName[];
	/** Whether it has the row. If not, the case asserts that the row is absent. */
	readonly has: (name: EndpointName) => boolean;
	/** The rows whose case passed. */
	readonly passed: ReadonlySet<EndpointName>;
}

/** Returns the rows of the endpoint table without a passed case in a column. */
export function uncovered({ rows, passed }: Column): EndpointName[] {
	return rows.filter((name) => !passed.has(name));
}

/** Returns rows by columns: ✓ for a passed case, – for a proof of absence, ✗ for none; and the share. */
export function coverageTable(columns: readonly Column[]): string {
	const longest = Math.max(...endpointNames.map((name) => name.length));
	const line = (title: string, cell: (column: Column) => string) =>
		title.padEnd(longest) + columns.map((column) => cell(column).padStart(width(column))).join('');
	const mark = (column: Column, name: EndpointName) => {
		if (!column.rows.includes(name)) return '';
		if (!column.passed.has(name)) return '✗';
		return column.has(name) ? '✓' : '–';
	};
	return [
		line('endpoint', ({ title }) => title),
		...endpointNames.map((name) => line(name, (column) => mark(column, name))),
		line('has', (column) => `${column.rows.filter(column.has).length}`),
		line('lacks', (column) => `${column.rows.filter((name) => !column.has(name)).length}`),
		line('covered', (column) => `${share(column)} %`),
		'✓ has it, – does not, and the client says so, ✗ no case has passed',
	].join('\n');
}

function share(column: Column): number {
	return Math.floor(((column.rows.length - uncovered(column).length) / column.rows.length) * 100);
}

function width({ title }: Column): number {
	return Math.max(title.length, '100 %'.length) + 2;
}
