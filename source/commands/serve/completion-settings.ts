import { isAbsolute } from 'node:path';
import Type from 'typebox';
import { mismatches } from './market-settings.ts';

export const CompletionSettings = Type.Object({
	/** Absolute path of a program, and its arguments. Empty for none. */
	command: Type.Array(Type.String(), { maxItems: 64, default: [] }),
	/** Seconds. */
	timeout: Type.Integer({ minimum: 1, maximum: 86_400, default: 600 }),
	/** Maximum commands at once. */
	parallel: Type.Integer({ minimum: 1, maximum: 16, default: 1 }),
});
type CompletionSettings = Type.Static<typeof CompletionSettings>;

export const completionSettingsText = {
	relative: "'on_complete.command[0]' must be the absolute path of a program",
	nul: "'on_complete.command' must not contain NUL",
} as const;

/** Returns the faults of `on_complete`, except those that decoding reports. `written` is the file's value. */
export function completionFaults(
	written: unknown,
	settings: CompletionSettings | undefined,
	faulty: readonly string[],
): string[] {
	if (!settings) return [];
	const [program] = settings.command;
	return [
		...mismatches('on_complete', written, settings, CompletionSettings, faulty),
		...(program === undefined || isAbsolute(program) ? [] : [completionSettingsText.relative]),
		...(settings.command.some((part) => part.includes('\0')) ? [completionSettingsText.nul] : []),
	];
}
