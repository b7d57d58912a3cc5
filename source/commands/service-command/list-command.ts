import type { Column } from '../../columns/column.ts';
import type { EndpointName } from '../../protocol/endpoints/table.ts';
import type { Declaration, Introduction } from '../declaration/declaration.ts';
import { printAnswer, printTable, tableOptions } from '../output/print.ts';
import { type Call, serviceCommand } from './service-command.ts';

/**
 * Declares a command that requests one list and prints it, as JSON or as a table. Help does not need the columns, so a
 * function may load them.
 */
export function listCommand<Answer, Row>(
	introduction: Introduction & { readonly endpoint: EndpointName; readonly empty?: string },
	ask: (call: Call) => Promise<Answer>,
	columns: readonly Column<Row>[] | (() => Promise<readonly Column<Row>[]>),
	rowsOf: (answer: Answer) => readonly Row[],
): Declaration {
	const { endpoint, empty = 'There are none.', ...rest } = introduction;
	return serviceCommand({
		...rest,
		endpoints: [endpoint],
		options: tableOptions,
		async run({ json, header }, call) {
			const answer = await ask(call);
			if (json) await printAnswer(endpoint, answer);
			else {
				const shown = typeof columns === 'function' ? await columns() : columns;
				await printTable(shown, rowsOf(answer), { header, empty });
			}
		},
	});
}
