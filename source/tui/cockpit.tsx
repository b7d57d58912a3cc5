import type { ReactNode } from 'react';
import { openSession } from '../runtime/session.ts';
import type { News } from '../state/journal.ts';
import { initialState } from '../state/state.ts';
import { createStore } from '../state/store.ts';
import { App } from './app.tsx';
import type { CommandContext } from './command.ts';
import type { InputEvent } from './input/events.ts';
import { handleInput } from './keyboard.ts';
import { commandsBeneath } from './keymap.ts';
import { pageRowsOf } from './layout.ts';
import type { CockpitService } from './start.ts';
import type { Terminal } from './terminal/mount.ts';
import type { Theme } from './theme/theme.ts';

export interface Cockpit {
	readonly element: ReactNode;
	readonly onInput: (event: InputEvent) => void;
	/** Ends what it does outside itself. */
	readonly close: () => Promise<void>;
}

/** The state of the cockpit, its session with a service, its components and what answers its keys. */
export function createCockpit(
	service: CockpitService,
	settingsFault: string | undefined,
	terminal: Terminal,
	theme: Theme,
): Cockpit {
	const store = createStore(initialState(service.url, service.source, Date.now()));
	const tell = (news: News) => store.dispatch({ type: 'news', news, at: Date.now() });
	if (service.notice !== undefined) tell({ level: 'info', text: service.notice });
	if (settingsFault !== undefined) tell({ level: 'warning', text: settingsFault });
	const session = openSession(service, store);
	const context: CommandContext = {
		get state() {
			return store.get();
		},
		dispatch: store.dispatch,
		write: session.write,
		writeAll: session.writeAll,
		refresh: session.refresh,
		quit: () => void terminal.unmount(0),
		suspend: () => terminal.suspend(),
		redraw: () => terminal.repaint(),
		get pageRows() {
			const { columns, rows } = terminal.size();
			return pageRowsOf(columns, rows, store.get().details);
		},
		get screenRows() {
			return terminal.size().rows;
		},
		beneath: () => commandsBeneath(store.get()),
	};
	return {
		element: <App store={store} theme={theme} />,
		onInput: (event) => handleInput(event, context),
		close: session.close,
	};
}
