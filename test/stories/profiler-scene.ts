export const profile = /^✓ Profile: \S+ in /m;
