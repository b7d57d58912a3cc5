// Replaces the native uTP library in the bundle, because the engine uses TCP only. Without a replacement the BitTorrent
// library prints a warning.
module.exports = {};
