import { isValidElement, type ReactNode } from 'react';
import { sanitize } from '../../format/sanitize.ts';
import type { State } from '../../state/core/state.ts';
import type { Dialog, DialogKind, DialogKinds } from '../../state/surfaces/dialogs.ts';
import { emptyLine, type LineEdit } from '../../state/surfaces/line-edit.ts';
import type { DialogFrameProps } from '../dialogs/kit/dialog.tsx';
import { partsIn } from '../dialogs/kit/elements.ts';
import { speakKey } from '../keys/spoken-keys.ts';
import { activeCommands } from '../shell/commands/keymap.ts';
import { lineOf, surfaceOf } from '../shell/dialogs.ts';
import { hintOf } from '../surfaces/command.ts';
import { chooseTheme } from '../theme/choose-theme.ts';
import { echoEdit, openLine } from './line-echo.ts';
import type { SpeechOutput } from './speech-output.ts';

/** The words of a dialog. Sanitized. */
interface Speech {
	readonly title: string;
	/** Spoken when the dialog opens. */
	readonly body: readonly string[];
	/** Spoken after the answers, and whenever it changes. */
	readonly choice: string;
}

const nothing: Speech = { title: '', body: [], choice: '' };

/** Returns the words of a drawn dialog. */
export function speechOf(view: ReactNode): Speech {
	if (!isValidElement<DialogFrameProps>(view)) return nothing;
	const { title, spoken = title, children } = view.props;
	const parts = partsIn(children).map(({ type, element }) => type.speak(element.props));
	return {
		title: sanitize(spoken, 400),
		body: parts.flatMap(({ lines = [] }) => lines),
		choice: parts.flatMap(({ live = '' }) => (live === '' ? [] : [live])).join(' '),
	};
}

/** Time without typing after which the results are spoken, ms. */
const TYPING_PAUSE_MS = 600;

/** Speaks the open dialog, its typed text and its choice. */
export class DialogAnnouncer {
	readonly #voice: SpeechOutput;
	/** Requests another call after some milliseconds. */
	readonly #again: (wait: number) => void;
	/** The content spoken last. */
	#depth = 0;
	#kind: Dialog['kind'] | undefined;
	#line: LineEdit = emptyLine;
	#choice = '';
	#typedAt = Number.NEGATIVE_INFINITY;

	constructor(voice: SpeechOutput, again: (wait: number) => void) {
		this.#voice = voice;
		this.#again = again;
	}

	/** Speaks what differs from the last call. Returns whether a dialog is open, or was until now. */
	announce(state: State): 'open' | 'just closed' | 'none' {
		const top = state.dialogs.at(-1);
		const isSame = state.dialogs.length === this.#depth && top?.kind === this.#kind;
		this.#depth = state.dialogs.length;
		this.#kind = top?.kind;
		if (!top) return isSame ? 'none' : 'just closed';
		if (isSame) this.#announceChanges(top, state);
		else this.#announceOpened(top, state);
		return 'open';
	}

	/** Speaks the open dialog again; returns whether there is one. */
	announcePosition(state: State): boolean {
		const top = state.dialogs.at(-1);
		if (top) this.#announceOpened(top, state);
		return top !== undefined;
	}

	#announceOpened(dialog: Dialog, state: State): void {
		const { title, body, choice } = speak(dialog.kind, dialog, state);
		this.#voice.say(/[.?!]$/.test(title) ? title : `${title}.`);
		for (const line of body) this.#voice.say(line);
		this.#voice.say(answersIn(state));
		this.#choice = choice;
		if (choice !== '' && !body.includes(choice)) this.#voice.say(choice);
		this.#line = lineOf(dialog) ?? emptyLine;
		if (this.#line.characters.length > 0) openLine(this.#voice, this.#line);
	}

	#announceChanges(dialog: Dialog, state: State): void {
		const line = lineOf(dialog) ?? emptyLine;
		if (line !== this.#line) {
			echoEdit(this.#voice, this.#line, line);
			this.#typedAt = performance.now();
		}
		this.#line = line;
		const { choice } = speak(dialog.kind, dialog, state);
		if (choice === this.#choice) return;
		const wait = this.#typedAt + TYPING_PAUSE_MS - performance.now();
		// Each typed letter changes the results, so they are spoken after a pause.
		if (wait > 0) {
			this.#again(wait);
			return;
		}
		this.#choice = choice;
		if (choice !== '') this.#voice.say(choice);
	}
}

/** The view is only read, not drawn, so it is as large as it needs. */
const nowhere = {
	theme: chooseTheme({}, 'none'),
	width: Number.POSITIVE_INFINITY,
	height: Number.POSITIVE_INFINITY,
};

/** `kind` is that of the dialog; it ties the dialog's data to its declaration. */
function speak<Kind extends DialogKind>(kind: Kind, dialog: DialogKinds[Kind], state: State): Speech {
	const { spoken, view } = surfaceOf(kind);
	if (!spoken) return speechOf(view?.({ dialog, state, ...nowhere }));
	return {
		title: spoken.title(dialog, state),
		body: spoken.body?.(dialog, state) ?? [],
		choice: spoken.choice?.(dialog, state) ?? '',
	};
}

/** Returns 'enter: add it; escape: cancel.' */
function answersIn(state: State): string {
	const answers = activeCommands(state).flatMap((command) => {
		const [key] = command.keys;
		const hint = hintOf(command, state);
		return key === undefined || hint === '' ? [] : [`${speakKey(key)}: ${hint}`];
	});
	return `${answers.join('; ')}.`;
}
