import type { Client } from '../../client/client.ts';
import type { Bulk, Order } from '../../state/batch/request.ts';
import type { Message } from '../../state/core/message.ts';
import type { PaneId, State } from '../../state/core/state.ts';
import type { TabId } from '../../state/details/tabs.ts';
import type { DialogKind } from '../../state/dialogs/dialogs.ts';
import { missingList } from '../../state/downloads/downloads.ts';
import type { News } from '../../state/events/journal.ts';
import type { SurfaceList } from '../surfaces/surface.ts';

/** What a command may use: the state of the moment, and the ways to change something. */
export interface CommandContext {
	/** As it is now: a command that dispatches sees what came of it. */
	readonly state: State;
	readonly dispatch: (message: Message) => void;
	/** Gives an order to the service; see the session. */
	readonly write: (order: Order<Client>) => void;
	readonly writeAll: (bulk: Bulk<Client>) => void;
	readonly refresh: () => void;
	readonly quit: () => void;
	readonly suspend: () => void;
	readonly redraw: () => void;
	/** Puts text into the clipboard of the terminal; false where there is none that could be told. */
	readonly copy: (text: string) => boolean;
	/** Rows of a page of what the keys are on. */
	readonly pageRows: number;
	/** Lines that it has in all, where that depends on the screen. */
	readonly pageLines: number | undefined;
	/** Rows of the whole screen. */
	readonly screenRows: number;
	/** Columns of the whole screen. */
	readonly screenColumns: number;
	/** Is the screen too small to show what keys would do? */
	readonly unseen: boolean;
	/** Whether a key pressed now may have been typed before the dialog on top was seen. */
	readonly isTypeAhead: () => boolean;
	/** The list that the movement keys act on; undefined if the focused surface has none. */
	readonly list: () => SurfaceList | undefined;
}

/**
 * Where keys mean a command: everywhere, on all panes, in one pane or dialog alone, in the list of downloads and all
 * tabs of its details, or in one tab alone.
 */
export type Scope = 'everywhere' | 'panes' | PaneId | DialogKind | 'tabs' | `tab-${TabId}`;

/**
 * Something the user can do. Dispatch, footer, help, palette and the documentation's table of keys come from this one
 * declaration.
 */
export interface Command {
	readonly id: string;
	readonly scope: Scope;
	/** Names of keys as keyName gives them, the one to show first. */
	readonly keys: readonly string[];
	/** What it does, as help says it: 'Stop the download'. */
	readonly title: string;
	/** Other words that it is looked for by, in the palette: what peers and our own command line call it. */
	readonly words?: string;
	/** One word for the footer; left out, it is not shown there. */
	readonly hint?: string;
	/** The hint shows only while this holds, and then before all others. */
	readonly urgent?: (state: State) => boolean;
	/** true when it can be done, else the sentence why not. */
	readonly when?: (state: State) => true | string;
	/** Whether it answers yes to a question; it is refused while `context.isTypeAhead()` holds. */
	readonly confirms?: true;
	readonly run: (context: CommandContext) => void;
}

/** Why a command cannot be run now; undefined when it can. */
export function obstacle(command: Command, state: State): string | undefined {
	const when = command.when?.(state) ?? true;
	if (when === true) return undefined;
	// Without the list, its own reason ("No download is selected.") would be wrong.
	return isAboutList(command.scope) ? (missingList(state) ?? when) : when;
}

/** Whether commands of a scope are about the list of downloads. */
export function isAboutList(scope: Scope): boolean {
	return scope === 'downloads' || scope === 'tabs' || scope.startsWith('tab-');
}

/** Runs a command, or tells the user why that cannot be. */
export function runCommand(command: Command, context: CommandContext): void {
	const why = obstacle(command, context.state);
	if (why !== undefined) refuse(why, context);
	else if (command.confirms && context.isTypeAhead())
		refuse('Ignored: the question has just opened. Answer it again.', context);
	else {
		noteAccepted(context);
		command.run(context);
	}
}

/** Takes off what was said of a refused key: the one that is handled now does something. */
export function noteAccepted({ state, dispatch }: Pick<CommandContext, 'state' | 'dispatch'>): void {
	if (state.journal.notice?.refusal) dispatch({ type: 'key-accepted' });
}

/** Tells why a command cannot be done: for the moment only, for nothing has happened. */
export function refuse(why: string, { dispatch }: Pick<CommandContext, 'dispatch'>): void {
	dispatch({ type: 'mention', news: { level: 'info', text: why, refusal: true }, at: Date.now() });
}

/** Tells something for the moment: it is shown, or spoken, and not written down among what happened. */
export function say(
	level: News['level'],
	text: string,
	{ dispatch }: Pick<CommandContext, 'dispatch'>,
): void {
	dispatch({ type: 'mention', news: { level, text }, at: Date.now() });
}
