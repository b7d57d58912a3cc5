import type { Column } from '../columns/column.ts';
import type { Declaration, Introduction } from './declaration/declaration.ts';
import { printJson, printTable, tableOptions } from './output/print.ts';
import { type Call, serviceCommand } from './service-command.ts';

/** Declares a command that asks for one list and shows it: the answer as JSON, or its rows as a table. */
export function listCommand<Answer, Row>(
	introduction: Introduction,
	ask: (call: Call) => Promise<Answer>,
	columns: readonly Column<Row>[],
	rowsOf: (answer: Answer) => readonly Row[],
): Declaration {
	return serviceCommand({
		...introduction,
		options: tableOptions,
		async run({ json, header }, call) {
			const answer = await ask(call);
			if (json) printJson(answer);
			else await printTable(columns, rowsOf(answer), { header, empty: 'There are none.' });
		},
	});
}
