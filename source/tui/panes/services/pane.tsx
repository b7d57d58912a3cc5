import { attentionOf, type ServiceRow, serviceColumns } from '../../../columns/services.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { hasSeveral, serviceKind } from '../../../state/contexts/contexts.ts';
import type { State } from '../../../state/core/state.ts';
import { filterLine } from '../../../state/dialogs/filter-line.ts';
import { currentRow, filterList, goToRow, moveRows, sortList } from '../../../state/list/list.ts';
import type { Rows } from '../../../state/list/rows.ts';
import { RowList } from '../../components/row-list.tsx';
import { filteredOut } from '../../sections/list-section.ts';
import { commandsOf, onSubject } from '../../surfaces/command.ts';
import type { Pane, PaneProps } from '../../surfaces/pane.ts';
import { type DrawnTable, tableList } from '../../surfaces/row-table.ts';
import { servicesPaneText } from './text.ts';

const servicesCommands = commandsOf('services', [
	{
		id: 'services-show',
		group: 'move',
		keys: ['enter'],
		title: 'Show the service under the cursor',
		words: 'switch context',
		hint: 'show',
		isProminent: true,
		...onSubject(
			({ contexts }) => currentRow(contexts.rows) ?? servicesPaneText.noRow,
			({ name }, { state, dispatch, showContext }) => {
				if (name === state.contexts.current) dispatch({ type: 'pane', pane: 'downloads' });
				else showContext(name);
			},
		),
	},
	{
		id: 'services-filter',
		group: 'view',
		keys: ['/'],
		title: 'Show only services with these words',
		hint: 'filter',
		when: (state) => (hasSeveral(state) ? true : servicesPaneText.onlyOne),
		run: ({ state, dispatch }) =>
			dispatch({ type: 'open', dialog: { kind: 'list-filter', ...filterLine(state.contexts.rows) } }),
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

/** Lines of titles above the rows. */
const TITLE_LINES = 1;

function tableOf({ contexts: { rows } }: State): DrawnTable<ServiceRow> {
	const { view, cursorAt, list, sort, filter } = rows;
	return {
		noun: 'service',
		columns: serviceColumns,
		rows: view,
		cursor: cursorAt,
		keyOf: serviceKind.keyOf,
		total: list.length,
		sort,
		filter,
		errorOf: attentionOf,
		share: 0.2,
	};
}

function withRows(state: State, rows: Rows<ServiceRow>): State {
	return { ...state, contexts: { ...state.contexts, rows } };
}

/** All services of the user, with their state. */
function ServicesPane({ state, theme, width, height, gutter }: PaneProps) {
	return <RowList {...tableOf(state)} {...{ theme, width, height, gutter }} part="list" />;
}

export const servicesPane = {
	id: 'services',
	title: 'Services',
	hotkey: '6',
	words: 'overview contexts all switch',
	isHidden: (state: State) => !hasSeveral(state),
	whyHidden: servicesPaneText.onlyOne,
	commands: servicesCommands,
	component: ServicesPane,
	message: (state: State) =>
		hasSeveral(state)
			? filteredOut(state.contexts.rows, 'service')
			: { id: 'only one', lines: [sanitize(servicesPaneText.onlyOne)] },
	list: tableList({
		table: tableOf,
		move: (state, rows) => withRows(state, moveRows(serviceKind, state.contexts.rows, rows)),
		goTo: (state, key) => withRows(state, goToRow(serviceKind, state.contexts.rows, key)),
		filter: {
			of: ({ contexts }) => contexts.rows.filter,
			set: (state, filter) =>
				withRows(state, filterList(serviceKind, state.contexts.rows, filter, state.now)),
		},
		setSort: (state, sort) => withRows(state, sortList(serviceKind, state.contexts.rows, sort)),
	}),
	page: (_: State, __: number, height: number) => ({ page: Math.max(1, height - TITLE_LINES) }),
} as const satisfies Pane;
