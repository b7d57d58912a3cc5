import { emptyLine, type LineEdit, lineText } from '../surfaces/line-edit.ts';

/** A sign for each character of a hidden text. */
const MASK = '•';

/**
 * A line of text that is not shown. The text is a private field: dumps of the state, JSON and inspections do not have it.
 * Immutable.
 */
export class SecretLine {
	readonly #line: LineEdit;
	/** The line with a sign for each character. */
	readonly masked: LineEdit;

	constructor(line: LineEdit = emptyLine) {
		this.#line = line;
		this.masked = { characters: line.characters.map(() => MASK), cursor: line.cursor };
	}

	edit(edit: (line: LineEdit) => LineEdit): SecretLine {
		return new SecretLine(edit(this.#line));
	}

	/** Returns the text. Only a request to the service uses it. */
	reveal(): string {
		return lineText(this.#line);
	}
}

/** Input that the wallet of an asset requires. Texts are untrusted. */
export interface RequiredInput {
	readonly asset: string;
	readonly kind: string;
	readonly question: string;
}

/** Asks for the input of a wallet. */
export interface InputDialog {
	readonly kind: 'market-input';
	readonly required: RequiredInput;
	/** The visible line: the typed text, or a sign for each of its characters. */
	readonly line: LineEdit;
	/** The hidden text; undefined if the input is no secret. */
	readonly secret: SecretLine | undefined;
	/** Id of the request that is being sent. */
	readonly sending: number | undefined;
	/** Reason why the input was not accepted; '' for none. Untrusted. */
	readonly refusal: string;
}

/** Kinds of input that are shown while they are typed. All others may be secrets. */
const visibleKinds: readonly string[] = ['text', 'challenge', 'code', 'number'];

/** Returns an empty dialog. The typed text is hidden unless the kind of input is known to be no secret. */
export function inputDialog(required: RequiredInput): InputDialog {
	const isSecret = !visibleKinds.includes(required.kind.toLowerCase());
	return {
		kind: 'market-input',
		required,
		line: emptyLine,
		secret: isSecret ? new SecretLine() : undefined,
		sending: undefined,
		refusal: '',
	};
}

/** Edits the text. Nothing changes while it is being sent. */
export function editInput(dialog: InputDialog, edit: (line: LineEdit) => LineEdit): InputDialog {
	if (dialog.sending !== undefined) return dialog;
	if (!dialog.secret) return { ...dialog, line: edit(dialog.line), refusal: '' };
	const secret = dialog.secret.edit(edit);
	return { ...dialog, secret, line: secret.masked, refusal: '' };
}

/** Returns the typed text. Only a request to the service uses it. */
export function typedInput({ secret, line }: InputDialog): string {
	return secret ? secret.reveal() : lineText(line);
}

/** Returns the dialog without the text. */
export function clearedInput(dialog: InputDialog): InputDialog {
	return { ...dialog, line: emptyLine, secret: dialog.secret && new SecretLine() };
}

declare module '../surfaces/dialogs.ts' {
	interface DialogKinds {
		'market-input': InputDialog;
	}
}
