"""Plays in and out: BG Stats, CSV, Parquet, records."""

from campaign.extras.extra import Extra

EXTRA = Extra("plays")
