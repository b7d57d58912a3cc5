import type { Client } from '../../../client/client.ts';
import type { State } from '../../../state/core/state.ts';
import type { FormId, SubjectOf } from '../../../state/dialogs/form-dialog.ts';
import type { QueryName } from '../../../state/surfaces/query.ts';
import type { CommandContext } from '../../surfaces/command.ts';
import type { Token } from '../../theme/theme.ts';

/** A field of a form. */
export interface FormField {
	readonly id: string;
	readonly label: string;
	/** Note beside the field. */
	readonly note?: string;
	/** The only texts that it takes: the typed letter chooses one. */
	readonly only?: readonly string[];
}

/** Reason why a form cannot be sent. */
export interface FormFault {
	readonly field: string;
	readonly fault: string;
	/** Whether the form shows it only when the user sends it. */
	readonly isQuiet?: boolean;
}

/** The request of a complete form. */
export interface FormRequest {
	/** Current action: 'Creating the channel'. Untrusted. */
	readonly doing: string;
	/** News of its success; undefined if the screen shows it. A function if they depend on the answer. Untrusted. */
	readonly done: string | undefined | (() => string);
	/** Returns whether the service did it. */
	readonly send: (client: Client, context: CommandContext) => Promise<boolean>;
	readonly stale: readonly QueryName[];
	/** Changes the cockpit before the request, because events may arrive before its answer. */
	readonly before?: (context: CommandContext) => void;
}

/** A form that opens another dialog, or runs an action that can be undone, instead of sending a request. */
export interface FormOpening {
	readonly open: (context: CommandContext) => void;
}

/** Typed texts by field. */
export type FormTexts = Readonly<Record<string, string>>;

/** One kind of form. */
export interface Form<Id extends FormId> {
	readonly title: (subject: SubjectOf<Id>) => string;
	/** Effect of enter, in one or two words. */
	readonly answer: (subject: SubjectOf<Id>) => string;
	readonly fields: readonly FormField[];
	/** Fields whose text is replaced by the first typed one: numbers and rates, which nobody extends. */
	readonly replaced?: (subject: SubjectOf<Id>) => readonly string[];
	/** Sentences above the fields. Untrusted. */
	readonly about?: (subject: SubjectOf<Id>, state: State) => readonly string[];
	/** Known texts for a field, for the arrow keys. Untrusted. */
	readonly choices?: (field: string, state: State, subject: SubjectOf<Id>) => readonly string[];
	/** Returns the meaning of the text of a field, which is beside it. Untrusted. */
	readonly beside?: (field: string, texts: FormTexts, subject: SubjectOf<Id>, state: State) => string;
	/** Returns the effect of texts without a fault. Untrusted. */
	readonly effect?: (
		texts: FormTexts,
		subject: SubjectOf<Id>,
		state: State,
	) => readonly [text: string, token: Token];
	/** Returns the meaning of the typed texts. */
	readonly read: (
		texts: FormTexts,
		subject: SubjectOf<Id>,
		state: State,
	) => FormFault | FormRequest | FormOpening;
}

/** Whether a form cannot be sent. */
export function isFault(read: FormFault | FormRequest | FormOpening): read is FormFault {
	return 'fault' in read;
}
