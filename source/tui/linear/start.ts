import { openSession } from '../../runtime/session.ts';
import type { News } from '../../state/journal.ts';
import type { Message } from '../../state/message.ts';
import { initialState } from '../../state/state.ts';
import { createStore } from '../../state/store.ts';
import type { CommandContext } from '../command.ts';
import type { InputEvent } from '../input/events.ts';
import { handleInput } from '../keyboard.ts';
import { commands, commandsBeneath } from '../keymap.ts';
import type { CockpitOptions } from '../start.tsx';
import { LineTerminal } from './line-terminal.ts';
import { Narrator } from './narrator.ts';
import { asPaste } from './pasted.ts';
import { speakKey } from './spoken-keys.ts';

/** Rows that the keys for a page move by. */
const pageRows = 10;
/** With these help shows, and scrolls by, a line at a time. */
const screenRows = 5;

/**
 * The cockpit without a screen, for those who listen to it: the same state, keys and commands, and of what changes the
 * words that matter. Resolves with the exit code when it has ended.
 */
export async function startLinear(options: CockpitOptions): Promise<number> {
	const store = createStore(initialState(options.url, options.source, Date.now()));
	const session = openSession(options, store);
	const terminal = new LineTerminal({
		ascii: options.ascii,
		onInput: (events) => {
			for (const event of asPaste(events)) handleInput(event, contextFor(event));
			narrator.tell();
		},
		onResume: () => narrator.tellPlace(),
		onLeave: async () => {
			narrator.close();
			await Promise.all([session.close(), options.onLeave?.()]);
		},
	});
	terminal.say(`seedtop. ${keysToKnow()}`);
	const narrator = new Narrator(store, terminal);
	for (const news of firstNews(options)) store.dispatch({ type: 'news', news, at: Date.now() });

	const dispatch = (message: Message) => {
		if (message.type !== 'move') return store.dispatch(message);
		narrator.noteMove();
		// There is no page in view: lists go to their very ends.
		store.dispatch({ ...message, page: 0 });
	};
	const contextFor = (_: InputEvent): CommandContext => ({
		get state() {
			return store.get();
		},
		dispatch,
		write: session.write,
		writeAll: session.writeAll,
		refresh: session.refresh,
		quit: () => terminal.end(0),
		suspend: () => terminal.suspend(),
		redraw: () => narrator.tellPlace(),
		pageRows,
		screenRows,
		beneath: () => commandsBeneath(store.get()),
	});
	return terminal.exited;
}

function firstNews({ notice, settingsFault }: CockpitOptions): News[] {
	const news: News[] = [];
	if (notice !== undefined) news.push({ level: 'info', text: notice });
	if (settingsFault !== undefined) news.push({ level: 'warning', text: settingsFault });
	return news;
}

/** 'question mark lists the keys, ctrl-l says where you are, q quits.' */
function keysToKnow(): string {
	const keyOf = (id: string) => speakKey(commands.find((command) => command.id === id)?.keys[0] ?? '');
	return `${keyOf('help')} lists the keys, ${keyOf('redraw')} says where you are, ${keyOf('quit')} quits.`;
}
