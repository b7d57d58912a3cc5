import { hasSeveral } from '../../../state/contexts/contexts.ts';
import { emptyLine, insertText } from '../../../state/dialogs/line-edit.ts';
import { currentRow } from '../../../state/list/list.ts';
import { commandsOf } from '../../commands/command.ts';
import { servicesPaneText } from './text.ts';

/** Commands of the overview. */
export const servicesCommands = commandsOf('services', [
	{
		id: 'services-show',
		group: 'move',
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
		id: 'services-filter',
		group: 'view',
		keys: ['/'],
		title: 'Show only services with these words',
		hint: 'filter',
		when: (state) => (hasSeveral(state) ? true : servicesPaneText.onlyOne),
		run: ({ state, dispatch }) => {
			const { filter, cursor } = state.contexts.rows;
			const line = insertText(emptyLine, filter);
			dispatch({ type: 'open', dialog: { kind: 'list-filter', line, before: { filter, cursor } } });
		},
	},
	{
		id: 'services-leave',
		group: 'move',
		keys: ['escape'],
		title: 'Back: clear the filter, then to the downloads of this service',
		run: ({ state, dispatch }) => {
			if (state.contexts.rows.filter !== '') dispatch({ type: 'filter-rows', filter: '' });
			else dispatch({ type: 'pane', pane: 'downloads' });
		},
	},
]);
