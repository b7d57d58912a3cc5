import type { Settings, SettingsOf8 } from '../../protocol/resources/settings.ts';
import type { Failure } from '../connection/connection.ts';

/** A change of a setting of the service that it has not confirmed. */
interface SentSetting {
	/** Name of the setting: 'limits.download'. */
	readonly path: string;
	/** Requested value as text. */
	readonly value: string;
}

/** Settings of the service, as it last reported them. */
export interface ServiceSettingsSlice {
	/** Undefined before the first answer. */
	readonly values: Settings | SettingsOf8 | undefined;
	/** Why the last request for them failed. */
	readonly failure: Failure | undefined;
	/** The change that is being sent. */
	readonly sent: SentSetting | undefined;
	/** The last change that the service refused, with its reason. Untrusted. */
	readonly refused: { readonly path: string; readonly reason: string } | undefined;
}

export const initialServiceSettings: ServiceSettingsSlice = {
	values: undefined,
	failure: undefined,
	sent: undefined,
	refused: undefined,
};

export type ServiceSettingsMessage =
	| { readonly type: 'sent'; readonly sent: SentSetting }
	| { readonly type: 'confirmed'; readonly values: Settings | SettingsOf8 }
	| { readonly type: 'refused'; readonly path: string; readonly reason: string };

/** Returns the slice after a message. A value changes when the service confirmed it. */
export function updateServiceSettings(
	slice: ServiceSettingsSlice,
	message: ServiceSettingsMessage,
): ServiceSettingsSlice {
	switch (message.type) {
		case 'sent':
			return { ...slice, sent: message.sent, refused: undefined };
		case 'confirmed':
			return { values: message.values, failure: undefined, sent: undefined, refused: undefined };
		case 'refused':
			return { ...slice, sent: undefined, refused: { path: message.path, reason: message.reason } };
	}
}
