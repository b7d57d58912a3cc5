// First of all: Ink's colours are chosen when it is loaded.
import './terminal/full-colour.ts';
import { openSession, type SessionOptions } from '../runtime/session.ts';
import { initialState } from '../state/state.ts';
import { createStore } from '../state/store.ts';
import { App, pageRowsOf } from './app.tsx';
import { helpRowsOf } from './dialogs/help/dialog.tsx';
import { handleInput } from './keyboard.ts';
import { activeCommands } from './keymap.ts';
import { mountTerminal } from './terminal/mount.ts';
import { chooseTheme } from './theme/theme.ts';

export interface CockpitOptions extends SessionOptions {
	/** Where the service's address was found, in words. */
	readonly source: string;
	/** What to tell the user at the start. */
	readonly notice?: string | undefined;
	/** Called when the terminal has been given back, however the cockpit ended. */
	readonly onLeave?: () => Promise<void>;
}

/** Opens the cockpit on a service and resolves with the exit code when it has ended. */
export async function startCockpit(options: CockpitOptions): Promise<number> {
	const store = createStore(initialState(options.url, options.source, Date.now()));
	if (options.notice !== undefined) {
		store.dispatch({ type: 'news', news: { level: 'info', text: options.notice }, at: Date.now() });
	}
	const session = openSession(options, store);
	const terminal = mountTerminal(<App store={store} theme={chooseTheme(process.env)} />, {
		onInput: (event) =>
			handleInput(event, {
				state: store.get(),
				dispatch: store.dispatch,
				write: session.write,
				refresh: session.refresh,
				quit: () => void terminal.unmount(0),
				suspend: () => terminal.suspend(),
				redraw: () => terminal.repaint(),
				pageRows: pageRowsOf(terminal.size().rows),
				helpRows: helpRowsOf(terminal.size().rows),
				helpLines: activeCommands({ ...store.get(), dialogs: [] }).length,
			}),
		onLeave: async () => {
			await Promise.all([session.close(), options.onLeave?.()]);
		},
	});
	return terminal.exited;
}
