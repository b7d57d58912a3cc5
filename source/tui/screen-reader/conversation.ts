import type { Message } from '../../state/core/message.ts';
import type { Store } from '../../state/core/store.ts';
import { settingNow } from '../../state/settings/cockpit-settings.ts';
import type { ReadKeys } from '../keys/read-keys.ts';
import { focusedList } from '../shell/focus.ts';
import { ConfirmGuard } from '../shell/keyboard/confirm-guard.ts';
import { LoadingInput } from '../shell/keyboard/loading-input.ts';
import { type CockpitService, createSession, type ViewFile } from '../shell/open-session.ts';
import type { CommandContext } from '../surfaces/command.ts';
import type { InputEvent } from '../terminal/input/events.ts';
import type { LineTerminal } from './line-terminal.ts';
import { Narrator } from './narrator.ts';
import { findPastes } from './pasted.ts';

/** Rows that the page keys move by. */
const PAGE_ROWS = 10;
/** Rows of the screen; with this number help scrolls by a line at a time. */
const SCREEN_ROWS = 5;
/** Lines are not wrapped. */
const screenColumns = Number.POSITIVE_INFINITY;

export interface Conversation {
	/** Handles the input of one read. */
	readonly onInput: (events: readonly InputEvent[]) => void;
	/** Speaks the current position. */
	readonly announcePosition: () => void;
	/** Stops its background work. */
	readonly close: () => Promise<void>;
}

/** Creates the state of the cockpit, its session with a service, its announcements and its key handler. */
export function createConversation(
	service: CockpitService,
	settingsFaults: readonly string[],
	terminal: LineTerminal,
	view?: ViewFile | undefined,
	keys?: ReadKeys,
): Conversation {
	const {
		store,
		session,
		close,
		showContext,
		watcher: narrator,
	} = createSession(service, settingsFaults, (watched) => new Narrator(watched, terminal), view, keys);
	const dispatchTo = (dispatch: Store['dispatch']) => (message: Message) => {
		if (message.type === 'move') narrator.noteMove();
		// A list has no visible page here, so the cursor moves to its very ends.
		const isInList = message.type === 'move' && store.get().dialogs.length === 0;
		dispatch(isInList ? { ...message, page: 0 } : message);
	};
	const context: CommandContext = {
		get state() {
			return store.get();
		},
		get dispatch() {
			return dispatchTo(store.dispatch);
		},
		get write() {
			return session.write;
		},
		get writeAll() {
			return session.writeAll;
		},
		get refresh() {
			return session.refresh;
		},
		showContext,
		quit: () => terminal.end(0),
		suspend: () => terminal.suspend(),
		redraw: () => narrator.announcePosition(),
		// A screen reader gets only text, so the address is spoken instead.
		copy: () => false,
		measure: { page: PAGE_ROWS },
		screenRows: SCREEN_ROWS,
		screenColumns,
		isTooSmall: false,
		isTypeAhead: () => guard.isTypeAhead(),
		list: () => focusedList(store.get()),
	};
	store.subscribe(() => terminal.setAscii(settingNow(store.get().settings, 'ascii')), 'settings');
	const guard = new ConfirmGuard(store);
	const input = new LoadingInput(store, context);
	return {
		onInput: (events) => {
			for (const event of findPastes(events)) {
				input.handle(event);
				guard.noteInput();
			}
			narrator.announce();
		},
		announcePosition: () => narrator.announcePosition(),
		close: async () => {
			input.close();
			guard.close();
			narrator.close();
			await close();
		},
	};
}
