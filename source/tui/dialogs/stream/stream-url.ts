import { fillPath } from '../../../protocol/endpoint.ts';
import { endpoints } from '../../../protocol/endpoints/table.ts';
import type { State } from '../../../state/core/state.ts';
import type { StreamDialog } from '../../../state/dialogs/stream-dialog.ts';

/** Returns the address of the file's content, without any key; undefined while no file is known. */
export function streamUrl({ connection }: State, { of, file }: StreamDialog): string | undefined {
	if (typeof file !== 'object') return undefined;
	return (
		connection.url + fillPath(endpoints.streamFile.path, { infohash: of, fileindex: String(file.index) })
	);
}

/** Returns requirements of a player besides the address, one sentence a line. */
export function playerNeeds({ connection, player }: State): readonly string[] {
	const key = connection.hasKey
		? [
				'The service wants its API key in the header X-Api-Key: the address does not hold it, the player has to send it.',
			]
		: [];
	if (player === '')
		return [...key, "Name a player in cockpit.json ('player') to hand it the file from here."];
	const handed = connection.hasKey
		? 'The player named in cockpit.json gets an address on this machine that needs no key, as long as the cockpit runs.'
		: '';
	return handed === '' ? key : [...key, handed];
}
