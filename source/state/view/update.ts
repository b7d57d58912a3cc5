import type { State } from '../core/state.ts';
import { replaceTop } from '../dialogs/open-dialogs.ts';
import { typedFilter } from '../dialogs/update.ts';
import { downloadKind } from '../downloads/downloads.ts';
import { filterList, sortList } from '../list/list.ts';
import { changeColumn, columnChoices } from './choose-columns.ts';
import { completionsOf, takeCompletion } from './completions.ts';
import { recalled, withEarlier } from './earlier.ts';
import { chooseIn, filterChoices, keepChoice } from './filter-choices.ts';
import type { ViewMessage } from './message.ts';
import { choiceOf, type ViewSlice, withFilter } from './view.ts';

/** Returns the state after a message about the view of downloads. */
export function updateView(state: State, message: ViewMessage): State {
	const { view } = state;
	const become = (change: Partial<ViewSlice>): State => ({ ...state, view: { ...view, ...change } });
	switch (message.type) {
		case 'read': {
			const { sort, columns, filters, earlier } = message.saved;
			const downloads = sort ? sortList(downloadKind, state.downloads, sort) : state.downloads;
			return { ...state, downloads, view: { columns, filters: filters.reduce(withFilter, []), earlier } };
		}
		case 'columns':
			return become({ columns: { ...view.columns, [message.room]: message.columns } });
		case 'change-column':
			return changeChosen(state, message.change);
		case 'restore-columns': {
			const top = state.dialogs.at(-1);
			if (top?.kind !== 'columns') return state;
			const restored = become({ columns: { ...view.columns, [top.room]: top.before } });
			return { ...restored, dialogs: state.dialogs.slice(0, -1) };
		}
		case 'filter':
			return {
				...become({ earlier: withEarlier(view.earlier, message.filter) }),
				downloads: filterList(downloadKind, state.downloads, message.filter, state.now),
			};
		case 'filter-used': {
			const earlier = withEarlier(view.earlier, state.downloads.filter);
			return earlier === view.earlier ? state : become({ earlier });
		}
		case 'recall-filter': {
			const top = state.dialogs.at(-1);
			if (top?.kind !== 'filter') return state;
			const step = recalled(top.line, top.recall, view.earlier, message.by);
			if (!step) return state;
			return typedFilter(replaceTop(state, { ...top, recall: step.recall }), step.line);
		}
		case 'save-filter': {
			const { name, filter } = message;
			const after = become({ filters: withFilter(view.filters, { name, filter }) });
			return chooseIn(after, { kind: 'saved', name });
		}
		case 'filters-read':
			return keepChoice(
				state,
				become({ filters: message.filters.reduce(withFilter, []), earlier: message.earlier }),
			);
		case 'filters-found': {
			const top = state.dialogs.at(-1);
			if (top?.kind !== 'filters') return state;
			return keepChoice(state, replaceTop(state, { ...top, found: message.found }));
		}
		case 'delete-filter': {
			const after = become({ filters: view.filters.filter(({ name }) => name !== message.name) });
			const top = state.dialogs.at(-1);
			if (top?.kind !== 'filters') return after;
			// The next line gets the cursor; after the last line, the one before.
			const chosen = Math.min(top.chosen, filterChoices(after).length - 1);
			return replaceTop(after, { ...top, chosen });
		}
		case 'choose-completion': {
			const top = state.dialogs.at(-1);
			if (top?.kind !== 'filter') return state;
			const all = completionsOf(state).offers.length;
			if (all === 0) return state;
			return replaceTop(state, { ...top, chosen: ((top.chosen ?? 0) + message.by + all) % all });
		}
		case 'complete': {
			const top = state.dialogs.at(-1);
			if (top?.kind !== 'filter') return state;
			return typedFilter(state, takeCompletion(top.line, completionsOf(state), top.chosen ?? 0));
		}
	}
}

/** Changes the column that the dialog is at; it stays at that column, wherever it moves. */
function changeChosen(state: State, change: Parameters<typeof changeColumn>[2]): State {
	const top = state.dialogs.at(-1);
	if (top?.kind !== 'columns') return state;
	const { view } = state;
	const before = choiceOf(view, top.room);
	const id = columnChoices(before)[top.chosen]?.id;
	if (id === undefined) return state;
	const after = changeColumn(before, id, change);
	if (after === before) return state;
	const changed = { ...state, view: { ...view, columns: { ...view.columns, [top.room]: after } } };
	// A column that is hidden goes to the others; the line stays, so that the next one can be hidden too.
	const chosen = change.type === 'move' ? columnChoices(after).findIndex((one) => one.id === id) : top.chosen;
	return replaceTop(changed, { ...top, chosen });
}
