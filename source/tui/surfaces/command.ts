import type { Client } from '../../client/client.ts';
import type { RequestBatch, ServiceRequest } from '../../state/batch/request.ts';
import type { Message } from '../../state/core/message.ts';
import type { PaneId, State } from '../../state/core/state.ts';
import { endsWithKey, type News } from '../../state/events/journal.ts';
import type { DialogKind } from '../../state/surfaces/dialogs.ts';
import type { SectionId } from '../../state/surfaces/sections.ts';
import type { TabId } from '../../state/surfaces/tabs.ts';
import type { Measure, SurfaceList } from './surface.ts';

/** The context of a command: the current state, and functions that change something. */
export interface CommandContext {
	/** The current state; after a dispatch it is the new one. */
	readonly state: State;
	readonly dispatch: (message: Message) => void;
	/** Sends a request to the service; see the session. */
	readonly write: (order: ServiceRequest<Client>) => void;
	readonly writeAll: (bulk: RequestBatch<Client>) => void;
	readonly refresh: () => void;
	/** Shows the service of a context. */
	readonly showContext: (name: string) => void;
	readonly quit: () => void;
	readonly suspend: () => void;
	readonly redraw: () => void;
	/** Puts text into the clipboard of the terminal; returns false without such a clipboard. */
	readonly copy: (text: string) => boolean;
	/** The size of the focused list or text. */
	readonly measure: Measure;
	readonly screenRows: number;
	readonly screenColumns: number;
	/** Whether the screen is too small to show the effect of keys. */
	readonly isTooSmall: boolean;
	/** Whether a key pressed now may have been typed before the dialog on top was visible. */
	readonly isTypeAhead: () => boolean;
	/** The list that the movement keys act on; undefined if the focused surface has none. */
	readonly list: () => SurfaceList | undefined;
}

/**
 * The surfaces where the keys of a command work. 'tabs': the list of downloads with all tabs of its details. A
 * `SectionId` or 'tab-…': one section of a pane, or one tab. 'notice' and 'notice-input': a visible
 * notice with an action.
 */
export type Scope =
	| 'everywhere'
	| 'notice'
	| 'notice-input'
	| 'panes'
	| PaneId
	| SectionId
	| DialogKind
	| 'tabs'
	| `tab-${TabId}`;

/** The headings of help, in their order. 'cockpit': the program itself. */
export const commandGroups = ['move', 'act', 'view', 'select', 'cockpit'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/**
 * An action of the user. Dispatch, footer, help, palette and the key tables of the documentation read this declaration.
 */
export interface Command {
	readonly id: string;
	readonly scope: Scope;
	/** Its heading in help. Default: 'act'. */
	readonly group?: CommandGroup;
	/** Names of keys as keyName returns them, the displayed one first. */
	readonly keys: readonly string[];
	/** Its title in help and palette: 'Stop the download'. */
	readonly title: string;
	/** More words by which the palette finds it: names of the action in other programs and in our commands. */
	readonly words?: string;
	/** One or two words for the footer; if absent or empty, the footer does not show it. */
	readonly hint?: string | ((state: State) => string);
	/** Whether its hint is among the first of the footer. */
	readonly isProminent?: true;
	/** Whether the hint is shown now, before all others. If absent, the hint is always shown. */
	readonly urgent?: (state: State) => boolean;
	/** Returns true when it is available, else the reason as a sentence. */
	readonly when?: (state: State) => true | string;
	/** Whether its key does nothing when it is not available. The reason is only in help. */
	readonly isSilent?: true;
	/** Whether it confirms a question; it is refused while `context.isTypeAhead()` holds. */
	readonly confirms?: true;
	readonly run: (context: CommandContext) => void;
}

/** Returns commands of a scope. A command may name another one. */
export function commandsOf(
	scope: Scope,
	commands: readonly (Omit<Command, 'scope'> & Partial<Pick<Command, 'scope'>>)[],
): readonly Command[] {
	return commands.map((command) => ({ scope, ...command }));
}

/**
 * Returns condition and action of a command on a subject, such as the row under the cursor. `find` returns the subject,
 * or why there is none.
 */
export function onSubject<Subject extends object>(
	find: (state: State) => Subject | string,
	run: (subject: Subject, context: CommandContext) => void,
): Pick<Command, 'when' | 'run'> {
	return {
		when: (state) => {
			const subject = find(state);
			return typeof subject === 'string' ? subject : true;
		},
		run: (context) => {
			const subject = find(context.state);
			if (typeof subject !== 'string') run(subject, context);
		},
	};
}

/** Returns the words of a command for the footer. */
export function hintOf({ hint = '' }: Command, state: State): string {
	return typeof hint === 'string' ? hint : hint(state);
}

/** Returns why a command is not available; undefined when it is. */
export function obstacle(command: Command, state: State): string | undefined {
	const when = command.when?.(state) ?? true;
	return when === true ? undefined : when;
}

export const commandText = {
	typedAhead: 'Ignored: the question has just opened. Answer it again.',
} as const;

/** Runs a command, or reports why it is not available. */
export function runCommand(command: Command, context: CommandContext): void {
	const why = obstacle(command, context.state);
	if (why !== undefined) {
		if (command.isSilent) clearNotice(context);
		else showRefusal(why, context);
	} else if (command.confirms && context.isTypeAhead()) showRefusal(commandText.typedAhead, context);
	else {
		// Moving around does not show that the user has read a notice.
		if (command.group !== 'move' || context.state.journal.notice?.refusal) clearNotice(context);
		command.run(context);
	}
}

/** Removes a notice that stays until an accepted key. */
export function clearNotice({ state, dispatch }: Pick<CommandContext, 'state' | 'dispatch'>): void {
	if (endsWithKey(state.journal.notice)) dispatch({ type: 'key-accepted' });
}

/** Reports why a command is not available, as a transient notice. */
export function showRefusal(why: string, { dispatch }: Pick<CommandContext, 'dispatch'>): void {
	dispatch({ type: 'mention', news: { level: 'info', text: why, refusal: true }, at: Date.now() });
}

/** Shows or speaks a transient notice that is not in the events pane. */
export function showNotice(
	level: News['level'],
	text: string,
	{ dispatch }: Pick<CommandContext, 'dispatch'>,
): void {
	dispatch({ type: 'mention', news: { level, text }, at: Date.now() });
}
