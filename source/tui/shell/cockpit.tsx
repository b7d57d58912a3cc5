import { type ReactNode, useEffect } from 'react';
import type { Store } from '../../state/core/store.ts';
import { settingNow } from '../../state/settings/cockpit-settings.ts';
import { isTooSmall } from '../components/layout.ts';
import type { CommandContext } from '../surfaces/command.ts';
import type { InputEvent } from '../terminal/input/events.ts';
import type { Terminal } from '../terminal/mount.ts';
import { notification } from '../terminal/notification.ts';
import { useTerminalSize } from '../terminal/screen-size.ts';
import { App } from './app.tsx';
import { focusedList } from './focus.ts';
import { ConfirmGuard } from './keyboard/confirm-guard.ts';
import { LoadingInput } from './keyboard/loading-input.ts';
import { Mouse } from './keyboard/mouse.ts';
import { Notifier } from './notifier.ts';
import { openDetails } from './open-details.ts';
import type { OpenSession } from './open-session.ts';
import { pageOf } from './page.ts';

/** Time after which the details follow a moving cursor, ms. */
const REST_TIME_MS = 120;

export interface Cockpit {
	readonly element: ReactNode;
	readonly onInput: (event: InputEvent) => void;
	/** Stops its background work. */
	readonly close: () => void;
}

/**
 * Creates the components of the cockpit and its key handler. Everything that needs React is loaded with this module.
 */
export function createCockpit(
	{ store, session, watchStores, showContext }: OpenSession,
	terminal: Terminal,
): Cockpit {
	const context: CommandContext = {
		get state() {
			return store.get();
		},
		get dispatch() {
			return store.dispatch;
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
		quit: () => void terminal.unmount(0),
		suspend: () => terminal.suspend(),
		redraw: () => terminal.repaint(),
		copy: (text) => terminal.copy(text),
		get measure() {
			const { columns, rows } = terminal.size();
			return pageOf(store.get(), columns, rows);
		},
		get screenRows() {
			return terminal.size().rows;
		},
		get screenColumns() {
			return terminal.size().columns;
		},
		get isTooSmall() {
			const { columns, rows } = terminal.size();
			return isTooSmall(columns, rows);
		},
		isTypeAhead: () => guard.isTypeAhead(),
		list: () => focusedList(store.get()),
	};
	const guard = new ConfirmGuard(store);
	const input = new LoadingInput(store, context);
	const mouse = new Mouse(context, (column, row) => terminal.targetAt(column, row));
	const send = (text: string) => {
		const { settings } = store.get();
		const [method, ascii] = [settingNow(settings, 'notify'), settingNow(settings, 'ascii')] as const;
		terminal.send(notification(text, { method, env: process.env, ascii }));
	};
	const endNotifying = watchStores((watched, name) => {
		const notifier = new Notifier(watched, (text) => send(name === '' ? text : `${name}: ${text}`));
		return () => notifier.close();
	});
	return {
		element: (
			<>
				<App store={store} restTime={REST_TIME_MS} />
				<DetailsRoom store={store} />
			</>
		),
		onInput: (event) => {
			if (event.type === 'mouse') {
				if (event.action === 'press') input.drop();
				mouse.handle(event);
			} else input.handle(event);
			if (event.type !== 'focus') guard.noteInput();
		},
		close: () => {
			input.close();
			guard.close();
			endNotifying();
		},
	};
}

/** Follows the size of the screen. It draws nothing. */
function DetailsRoom({ store }: { readonly store: Store }) {
	const { rows } = useTerminalSize();
	useEffect(() => openDetails(store, rows), [store, rows]);
	return null;
}
