import { notOffered } from '../../service/http/not-offered.ts';
import type { Declaration } from './declaration.ts';

/** Note in lists on a command that seedtop's own service does not support. */
export const inList = " (not by seedtop's own service yet)";
export const inHelp =
	" seedtop's own service does not support this yet; services of Tribler do, depending on their release.";

/** Whether seedtop's own service has no endpoint of a command, or of any verb of a group. */
export function isNotSupported({ endpoints = [], verbs }: Declaration): boolean {
	if (verbs.length > 0) return verbs.every(isNotSupported);
	return endpoints.length > 0 && endpoints.every((name) => notOffered.some((each) => each === name));
}

/** Returns the summary of a command in lists. */
export function summaryOf(declaration: Declaration): string {
	return declaration.summary + (isNotSupported(declaration) ? inList : '');
}

/** Returns the sentences above the options in the help of a command. */
export function descriptionOf(declaration: Declaration): string {
	const { summary, description = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.` } = declaration;
	const { verbs, chapters } = declaration;
	const named = verbs.length === 0 || chapters ? '' : ` Verbs: ${verbs.map(({ name }) => name).join(', ')}.`;
	return description + named + (isNotSupported(declaration) ? inHelp : '');
}
