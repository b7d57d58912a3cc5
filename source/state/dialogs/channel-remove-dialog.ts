/** Subject of a removal. Names are untrusted. */
export type RemovalSubject =
	| {
			readonly what: 'torrents';
			readonly channel: string;
			/** Infohash and name of each torrent. */
			readonly torrents: readonly (readonly [infohash: string, name: string])[];
	  }
	| {
			readonly what: 'playlist-torrents';
			readonly channel: string;
			readonly playlist: string;
			readonly playlistName: string;
			readonly torrents: readonly (readonly [infohash: string, name: string])[];
	  }
	| {
			readonly what: 'playlist';
			readonly channel: string;
			readonly playlist: string;
			readonly name: string;
	  }
	| { readonly what: 'feed'; readonly channel: string; readonly url: string }
	| {
			readonly what: 'entry';
			readonly publicKey: string;
			/** Decimal digits. */
			readonly id: string;
			readonly name: string;
	  };

/** Confirms a removal from the own channel, or that of an entry. */
export interface ChannelRemoveDialog {
	readonly kind: 'channel-remove';
	readonly subject: RemovalSubject;
}

declare module './dialogs.ts' {
	interface DialogKinds {
		'channel-remove': ChannelRemoveDialog;
	}
}
