import { sentence } from '../../format/sentence.ts';

/** Returns the reason of a failure and the next step, if known: 'No answer within 30 s. Try again.' */
export function errorText({ message, hint }: { readonly message: string; readonly hint: string }): string {
	return `${sentence(message)} ${hint}`.trim();
}
