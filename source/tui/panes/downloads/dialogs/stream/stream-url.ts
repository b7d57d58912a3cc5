import { fillPath } from '../../../../../protocol/endpoint.ts';
import { endpoints } from '../../../../../protocol/endpoints/table.ts';
import type { State } from '../../../../../state/core/state.ts';
import type { StreamDialog } from '../../../../../state/dialogs/stream-dialog.ts';
import { settingNow } from '../../../../../state/settings/cockpit-settings.ts';

/** Returns the address of the file's content, without any key; undefined while no file is known. */
export function streamUrl({ connection }: State, { of, file }: StreamDialog): string | undefined {
	if (typeof file !== 'object') return undefined;
	return (
		connection.url + fillPath(endpoints.streamFile.path, { infohash: of, fileindex: String(file.index) })
	);
}

/** Returns requirements of a player besides the address, one sentence a line. */
export function playerNeeds({ connection, settings }: State): readonly string[] {
	const player = settingNow(settings, 'player');
	const key = connection.hasKey
		? ['The address does not contain the API key. The player must send it in the header X-Api-Key.']
		: [];
	if (player === '') return [...key, 'Choose a player in the settings (,) to play the file from here.'];
	const handed = connection.hasKey
		? 'The player gets an address on this machine that needs no key while the cockpit runs.'
		: '';
	return handed === '' ? key : [...key, handed];
}
