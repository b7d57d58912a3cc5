import type { ReactNode } from 'react';
import { App } from './app.tsx';
import type { CommandContext } from './command.ts';
import type { InputEvent } from './input/events.ts';
import { handleInput } from './keyboard.ts';
import { commandsBeneath } from './keymap.ts';
import { isTooSmall, pageRowsOf } from './layout.ts';
import type { OpenSession } from './open-session.ts';
import type { Terminal } from './terminal/mount.ts';
import type { Theme } from './theme/theme.ts';

export interface Cockpit {
	readonly element: ReactNode;
	readonly onInput: (event: InputEvent) => void;
}

/** The components of the cockpit, and what answers its keys. All that needs React is behind this module. */
export function createCockpit({ store, session }: OpenSession, terminal: Terminal, theme: Theme): Cockpit {
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
		get unseen() {
			const { columns, rows } = terminal.size();
			return isTooSmall(columns, rows);
		},
		beneath: () => commandsBeneath(store.get()),
	};
	return {
		element: <App store={store} theme={theme} />,
		onInput: (event) => handleInput(event, context),
	};
}
