import Type from 'typebox';
import { endpointsOf } from '../endpoint.ts';

const endpoint = endpointsOf({
	resource: 'downloads',
	generations: 'AB',
	extension: true,
	needs: { extension: 'move' },
});

/** Moves of data. Not part of the interface. */
export const move = {
	moveDownload: endpoint('POST', '/downloads/{infohash}/move', {
		summary:
			'Move the data of a download to another folder. The answer comes before the move, which continues after a restart.',
		body: Type.Object({ destination: Type.String({ description: 'new folder for the data', minLength: 1 }) }),
		response: Type.Object({ moving: Type.Boolean(), infohash: Type.String() }),
		statuses: {
			400: 'destination is missing or not an absolute path',
			404: 'there is no such download',
			409: 'a file is in the way, is shared with another download or is a link, the data is being moved already, or a removal deletes data there',
			507: 'the data does not fit',
		},
	}),
	cancelMove: endpoint('DELETE', '/downloads/{infohash}/move', {
		summary: 'Cancel a move and return the data to its old folder.',
		response: Type.Object({ cancelled: Type.Boolean(), infohash: Type.String() }),
		statuses: {
			404: 'there is no such download',
			409: 'the data is not being moved, or is at its new place already',
		},
	}),
} as const;
