import { currentRow } from '../../../state/list/list.ts';
import type { Command } from '../../commands/command.ts';
import { servicesPaneText } from './text.ts';

/** Commands of the overview. */
export const servicesCommands: readonly Command[] = [
	{
		id: 'services-show',
		group: 'move',
		scope: 'services',
		keys: ['enter'],
		title: 'Show the service under the cursor',
		words: 'switch context',
		hint: 'show',
		isProminent: true,
		when: ({ contexts }) => (currentRow(contexts.rows) ? true : servicesPaneText.noRow),
		run: ({ state, dispatch, showContext }) => {
			const row = currentRow(state.contexts.rows);
			if (!row) return;
			if (row.name === state.contexts.current) dispatch({ type: 'pane', pane: 'downloads' });
			else showContext(row.name);
		},
	},
	{
		id: 'services-leave',
		group: 'move',
		scope: 'services',
		keys: ['escape'],
		title: 'Back to the downloads of this service',
		run: ({ dispatch }) => dispatch({ type: 'pane', pane: 'downloads' }),
	},
];
