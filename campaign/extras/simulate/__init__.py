"""Games of simple players: records, sessions, rows, packs tried out."""

from campaign.extras.extra import Extra

EXTRA = Extra("simulate")
