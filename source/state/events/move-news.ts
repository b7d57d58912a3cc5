import type { Download } from '../../protocol/resources/download.ts';
import type { News } from './journal.ts';

/** Results of moves. Names, folders and errors are untrusted. */
export const moveNewsText = {
	moved: (name: string, folder: string) => `Moved to ${folder}: ${name}`,
	incomplete: (name: string, folder: string, error: string) => `Moved to ${folder}: ${name}. ${error}`,
	failed: (name: string, error: string) => `Not moved: ${name}. ${error}`,
	cancelled: (name: string, folder: string) => `Move cancelled: ${name}. The data is in ${folder}`,
} as const;

/** Returns the news of a move that ended between two lists; undefined if none did. A short one is in neither list. */
export function moveNews(was: Download, is: Download): News | undefined {
	const { infohash, destination, move_error: error } = is;
	const name = is.name || infohash;
	const isElsewhere = was.destination !== '' && destination !== '' && was.destination !== destination;
	const isEnded = was.moving_to !== undefined && is.moving_to === undefined;
	if (error !== undefined && (error !== was.move_error || isEnded)) {
		return isElsewhere
			? { level: 'warning', text: moveNewsText.incomplete(name, destination, error), infohash }
			: { level: 'error', text: moveNewsText.failed(name, error), infohash };
	}
	if (isElsewhere) return { level: 'success', text: moveNewsText.moved(name, destination), infohash };
	if (!isEnded) return undefined;
	return { level: 'info', text: moveNewsText.cancelled(name, destination), infohash };
}
