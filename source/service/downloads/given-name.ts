import { givenNameFault } from '../../protocol/given-name.ts';
import { invalidParameter } from '../http/http-error.ts';

/**
 * Returns the name to save for a requested one: without outer spaces, and '' if it is that of the torrent. Throws a 400
 * for an invalid one.
 */
export function givenNameOf(requested: string, ofTorrent: string): string {
	const name = requested.trim();
	const fault = givenNameFault(name);
	if (fault !== undefined) throw invalidParameter(fault);
	return name === ofTorrent ? '' : name;
}
