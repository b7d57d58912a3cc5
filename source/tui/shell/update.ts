import type { Message } from '../../state/core/message.ts';
import { takeAnswer } from '../../state/core/query-declaration.ts';
import type { State } from '../../state/core/state.ts';
import { settle, updateState } from '../../state/core/update.ts';
import { editLine, insertText } from '../../state/surfaces/line-edit.ts';
import { focusedField, focusedList } from './focus.ts';
import { listBeneath, listOfPart } from './pane-focus.ts';
import { currentPane } from './panes.ts';
import { surfaceQueryOf } from './queries.ts';

/**
 * Returns the state after a message. Pure. Movement, typing and clicks act on the focused surface; all other messages
 * are independent of surfaces.
 */
export function update(state: State, message: Message): State {
	const next = after(state, message);
	if (next.pane === state.pane) return next;
	const left = currentPane(state).onLeave?.(next) ?? next;
	return currentPane(left).onOpen?.(left) ?? left;
}

function after(state: State, message: Message): State {
	switch (message.type) {
		case 'move': {
			const { rows, part, page = 1, lines } = message;
			const list = part ? listOfPart(state, part) : focusedList(state);
			return list ? settle(list.move(state, rows, { page, lines })) : state;
		}
		case 'put-cursor':
			return settle(putCursor(state, message));
		case 'answer': {
			const query = surfaceQueryOf(message.query);
			return query ? settle(takeAnswer(state, query, message)) : updateState(state, message);
		}
		case 'surface-work': {
			const work = currentPane(state).work;
			return work?.isPending(state) ? settle(work.step(state)) : state;
		}
		case 'query-failed': {
			const query = surfaceQueryOf(message.query);
			const { failure, request = query?.request?.(state) ?? {} } = message;
			return query?.fail(state, failure, request) ?? updateState(state, message);
		}
		case 'focus-details': {
			const { details } = currentPane(state);
			return details ? settle(details.withFocus(state, message.focused)) : state;
		}
		case 'sort-rows': {
			const sort = listOfPart(state, message.part)?.sort;
			const next = sort?.next(state, message.column);
			return sort && next ? settle(sort.set(state, next)) : state;
		}
		case 'filter-rows': {
			const filtered = listBeneath(state)?.filter?.set(state, message.filter);
			return filtered ? settle(filtered) : state;
		}
		case 'order-rows': {
			const sorted = listBeneath(state)?.sort?.set(state, message.sort);
			return sorted ? settle(sorted) : state;
		}
		case 'select-rows': {
			const selected = listBeneath(state)?.select?.(state, message.step);
			return selected ? settle(selected) : state;
		}
		case 'type-text':
			return edited(state, (line) => insertText(line, message.text));
		case 'edit-line':
			return edited(state, (line) => editLine(line, message.move));
		default:
			return updateState(state, message);
	}
}

type Edit = Parameters<NonNullable<ReturnType<typeof focusedField>>['edit']>[1];

function edited(state: State, edit: Edit): State {
	const field = focusedField(state);
	return field ? settle(field.edit(state, edit)) : state;
}

function putCursor(state: State, { part, key, index }: Extract<Message, { type: 'put-cursor' }>): State {
	// A click on a row of the pane closes the dialog that is edited in the footer.
	const open = part === 'list' ? { ...state, dialogs: state.dialogs.slice(0, -1) } : state;
	const listIn = (now: State) => (part === 'dialog' ? focusedList(now) : listOfPart(now, part));
	const list = listIn(open);
	if (!list) return open;
	if (list.goTo) return list.goTo(open, key);
	// The first row has a known position; the current one may have none.
	const measure = { page: 1 };
	const first = list.move(open, Number.NEGATIVE_INFINITY, measure);
	return listIn(first)?.move(first, index, measure) ?? first;
}
