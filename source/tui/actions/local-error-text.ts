import { errorText } from '../../state/connection/error-text.ts';

/** Returns why something was not saved, and the next step if known. */
export function localErrorText(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const hint = 'hint' in error && typeof error.hint === 'string' ? error.hint : '';
	return errorText({ message: error.message, hint });
}
