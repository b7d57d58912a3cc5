import type { CommandContext } from '../../surfaces/command.ts';
import type { Token } from '../../theme/theme.ts';

/** A row of the settings screen. */
export interface SettingsRow {
	readonly id: string;
	readonly group: string;
	readonly label: string;
	/** Untrusted. */
	readonly value: string;
	readonly token?: Token;
	/** Explanation, one or two sentences. Untrusted. */
	readonly about: string;
	/** Fault of the last change in place of the explanation; '' for none. Untrusted. */
	readonly fault?: string;
	/** Why it cannot be changed now. */
	readonly obstacle?: string | undefined;
	/** Changes it with enter: chooses the next value, or opens a dialog. */
	readonly change: (context: CommandContext) => void;
	/** Chooses the next (1) or previous (-1) value; undefined if it has none. */
	readonly step?: ((offset: 1 | -1, context: CommandContext) => void) | undefined;
}

/** Returns the neighbor of a choice, around the ends. */
export function neighbor<Choice>(
	choices: readonly Choice[],
	now: Choice,
	offset: 1 | -1,
): Choice | undefined {
	const at = choices.indexOf(now);
	return choices[at < 0 ? 0 : (at + offset + choices.length) % choices.length];
}
