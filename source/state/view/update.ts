import { hasCondition, narrowFilter, withoutField } from '../../filter/narrow.ts';
import { replaceTop } from '../dialogs/open-dialogs.ts';
import { downloadKind } from '../downloads/downloads.ts';
import { typedFilter } from '../downloads/typed-filter.ts';
import { filterList, sortList } from '../list/list.ts';
import { changeColumn, columnChoices } from './choose-columns.ts';
import { type CompletionData, completionsOf, takeCompletion } from './completions.ts';
import { recalled, withEarlier } from './earlier.ts';
import { chooseIn, filterChoices, keepChoice } from './filter-choices.ts';
import type { ViewMessage } from './message.ts';
import { choiceOf, type ViewSlice, withFilter } from './view.ts';

/** Returns the data after a message about the view of downloads. */
export function updateView<Data extends CompletionData>(data: Data, message: ViewMessage): Data {
	const { view } = data;
	const changeView = (change: Partial<ViewSlice>): Data => ({ ...data, view: { ...view, ...change } });
	switch (message.type) {
		case 'read': {
			const { sort, columns, filters, earlier, theme, details } = message.saved;
			const downloads = sort ? sortList(downloadKind, data.downloads, sort) : data.downloads;
			return {
				...data,
				downloads,
				view: { columns, filters: filters.reduce(withFilter, []), earlier, theme, details },
			};
		}
		case 'details':
			return changeView({ details: message.details });
		case 'columns':
			return changeView({ columns: { ...view.columns, [message.room]: message.columns } });
		case 'change-column':
			return changeChosen(data, message.change);
		case 'restore-columns': {
			const top = data.dialogs.at(-1);
			if (top?.kind !== 'columns') return data;
			const restored = changeView({ columns: { ...view.columns, [top.room]: top.before } });
			return { ...restored, dialogs: data.dialogs.slice(0, -1) };
		}
		case 'toggle-condition': {
			const { field, value } = message;
			const { filter } = data.downloads;
			const rest = withoutField(filter, field);
			const isOn = hasCondition(filter, field, value);
			const next = isOn ? rest : narrowFilter(rest, `${field}:${value}`, field);
			return updateView(data, { type: 'filter', filter: next });
		}
		case 'filter':
			return {
				...changeView({ earlier: withEarlier(view.earlier, message.filter) }),
				downloads: filterList(downloadKind, data.downloads, message.filter, data.now),
			};
		case 'filter-used': {
			const earlier = withEarlier(view.earlier, data.downloads.filter);
			return earlier === view.earlier ? data : changeView({ earlier });
		}
		case 'recall-filter': {
			const top = data.dialogs.at(-1);
			if (top?.kind !== 'filter') return data;
			const step = recalled(top.line, top.recall, view.earlier, message.by);
			if (!step) return data;
			return typedFilter(replaceTop(data, { ...top, recall: step.recall }), step.line);
		}
		case 'save-filter': {
			const { name, filter } = message;
			const after = changeView({ filters: withFilter(view.filters, { name, filter }) });
			return chooseIn(after, { kind: 'saved', name });
		}
		case 'filters-read':
			return keepChoice(
				data,
				changeView({ filters: message.filters.reduce(withFilter, []), earlier: message.earlier }),
			);
		case 'filters-found': {
			const top = data.dialogs.at(-1);
			if (top?.kind !== 'filters') return data;
			return keepChoice(data, replaceTop(data, { ...top, found: message.found }));
		}
		case 'delete-filter': {
			const after = changeView({ filters: view.filters.filter(({ name }) => name !== message.name) });
			const top = data.dialogs.at(-1);
			if (top?.kind !== 'filters') return after;
			// The next line gets the cursor; after the last line, the one before.
			const chosen = Math.min(top.chosen, filterChoices(after).length - 1);
			return replaceTop(after, { ...top, chosen });
		}
		case 'choose-completion': {
			const top = data.dialogs.at(-1);
			if (top?.kind !== 'filter') return data;
			const all = completionsOf(data).offers.length;
			if (all === 0) return data;
			return replaceTop(data, { ...top, chosen: ((top.chosen ?? 0) + message.by + all) % all });
		}
		case 'complete': {
			const top = data.dialogs.at(-1);
			if (top?.kind !== 'filter') return data;
			return typedFilter(data, takeCompletion(top.line, completionsOf(data), top.chosen ?? 0));
		}
	}
}

/** Changes the chosen column. The cursor of the dialog follows it. */
function changeChosen<Data extends CompletionData>(
	data: Data,
	change: Parameters<typeof changeColumn>[2],
): Data {
	const top = data.dialogs.at(-1);
	if (top?.kind !== 'columns') return data;
	const { view } = data;
	const before = choiceOf(view, top.room);
	const id = columnChoices(before)[top.chosen]?.id;
	if (id === undefined) return data;
	const after = changeColumn(before, id, change);
	if (after === before) return data;
	const changed = { ...data, view: { ...view, columns: { ...view.columns, [top.room]: after } } };
	// A hidden column moves to the others. The cursor keeps its line, so that the next column can be hidden too.
	const chosen = change.type === 'move' ? columnChoices(after).findIndex((one) => one.id === id) : top.chosen;
	return replaceTop(changed, { ...top, chosen });
}
